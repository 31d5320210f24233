/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The page's buttons.  All that is computed is computed by the program, in a worker. */
'use strict';
const SHOWN = 200;
const get = id => document.getElementById(id);
const element = (name, text, kind) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (kind) made.className = kind;
    return made;
};

/* ---- The program -------------------------------------------------------------------------- */
let worker, waiting = [];

function ask(message) {
    return new Promise((yes, no) => {
        waiting.push({ yes, no });
        worker.postMessage(message);
    });
}

function begin() {
    const text = get('wasm').textContent, bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
    const source = new Blob([get('worker').textContent], { type: 'text/javascript' });
    worker = new Worker(URL.createObjectURL(source));
    worker.onmessage = ({ data }) => {
        const { yes, no } = waiting.shift();
        if (data.error) no(new Error(data.error)); else yes(data.value);
    };
    worker.onerror = event => waiting.splice(0).forEach(w => w.no(new Error(event.message)));
    return ask({ program: bytes });
}

const slp = (input, ...args) => ask({ input, args });

/* One thing at a time: the buttons rest while it is done, and what went wrong is said. */
async function busy(what, work) {
    const buttons = document.querySelectorAll('button');
    buttons.forEach(b => { b.disabled = true; });
    get('state').className = '';
    get('state').textContent = what;
    try {
        await work();
        get('state').textContent = 'Ready.';
    } catch (error) {
        get('state').className = 'bad';
        get('state').textContent = error.message;
    }
    buttons.forEach(b => { b.disabled = false; });
}

/* ---- Lines -------------------------------------------------------------------------------- */
const field = (line, key) => (line.match(new RegExp('(?:^| )' + key + '=([^ ]*)')) || [])[1];

function number(text) {
    const hex = /^([+-]?)0x([0-9a-f]*)\.?([0-9a-f]*)p([+-]?\d+)$/i.exec(text);
    if (!hex) return Number(text);
    const digits = parseInt(hex[2] + hex[3] || '0', 16);
    return (hex[1] === '-' ? -1 : 1) * digits * 2 ** (Number(hex[4]) - 4 * hex[3].length);
}
const numbers = list => (list || '').split(',').filter(t => t !== '').map(number);

/* A case line and its result by turns: what a port prints. */
function answered(cases, results) {
    return cases.flatMap((line, i) => [line, results[i]]);
}

async function drawn(...args) {
    const { out, err, status } = await slp('', 'gen', ...args);
    if (status !== 0) throw new Error(err.join('\n'));
    return out.filter(line => line.startsWith('case '));
}

async function steps(cases) {
    const { out, err, status } = await slp(cases.join('\n') + '\n', 'run', '--path', 'ref');
    const results = out.filter(line => line.startsWith('result '));
    if (status === 2 || results.length < cases.length) throw new Error(err.join('\n'));
    return results;
}

/* ---- Judging ------------------------------------------------------------------------------ */
let verdicts = '';

async function judge() {
    const input = get('lines').value;
    if (!/^result /m.test(input))
        throw new Error('There is no line that begins with "result": paste what the port prints.');
    const args = ['judge'];
    if (get('explain').checked) args.push('--explain');
    if (get('stages').checked) args.push('--stages');
    const began = Date.now(), { out, err, status } = await slp(input, ...args);
    const said = new Map(), rows = [];
    for (const line of out) {
        const id = field(line, 'id');
        if (line.startsWith('verdict ')) rows.push({ id, line, kind: line.split(' ')[2] });
        else if (id) said.set(id, (said.get(id) || '') + line.replace(/^# id=\S+ /, '') + '\n');
    }
    verdicts = out.concat(err).join('\n') + '\n';
    get('verdicts').hidden = false;
    get('sum').className = status === 0 ? 'pass' : status === 1 ? 'fail' : 'error';
    get('sum').textContent = (err.find(l => / pass, /.test(l)) || err.join(' '))
        .replace(/^slp judge: /, '') + ` (${((Date.now() - began) / 1000).toFixed(1)} s)`;
    get('why').textContent = err.filter(l => !/ pass, /.test(l)).join('\n');
    const order = { pass: 1 };
    rows.sort((a, b) => (order[a.kind] || 0) - (order[b.kind] || 0));
    const body = get('table').tBodies[0];
    body.replaceChildren(...rows.slice(0, SHOWN).map(row => {
        const tr = element('tr');
        tr.append(element('td', row.id), element('td', row.kind, row.kind),
            element('td', field(row.line, 'ratio') || ''), element('td', field(row.line, 'worst') || ''),
            element('td', (said.get(row.id) || '').trim() || field(row.line, 'hint') || ''));
        return tr;
    }));
    get('caption').textContent = rows.length > SHOWN
        ? `The first ${SHOWN} of ${rows.length} verdicts, those that did not pass first.`
        : 'Those that did not pass stand first.';
}

/* A port of Heun's scheme that has one sign wrong. */
async function example() {
    const cases = await drawn('--system', 'rigid-body', '--scheme', 'heun', '--level', '1',
        '--count', '12');
    const results = await steps(cases);
    const wrong = results.map((line, i) => i % 4 ? line : line.replace(/y=-?/, s => s === 'y=' ? 'y=-' : 'y='));
    get('lines').value = answered(cases, wrong).join('\n') + '\n';
    await judge();
}

async function draw() {
    const cases = await drawn('--system', get('drawn').value, '--count', '100');
    get('lines').value = cases.join('\n') + '\n';
    save('cases.slp', get('lines').value);
}

function save(name, text) {
    const link = element('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
}

async function open(files) {
    const texts = await Promise.all([...files].map(f => f.text()));
    get('lines').value = texts.join('');
}

/* ---- One step ----------------------------------------------------------------------------- */
const pairs = new Map(); /* system -> schemes */

function options(select, names) {
    select.replaceChildren(...names.map(n => element('option', n)));
}

async function choose() {
    const system = get('system').value;
    options(get('scheme'), pairs.get(system));
    await load();
}

async function load() {
    const [line] = await drawn('--system', get('system').value, '--scheme', get('scheme').value,
        '--level', '1', '--count', '1');
    get('answer').value = '';
    get('fields').replaceChildren(...line.split(' ').slice(1).flatMap(word => {
        const [key, value] = word.split('=');
        if (['id', 'system', 'scheme', 'sum', 'steps'].includes(key)) return [];
        const label = element('label', key + ' '), input = element('input');
        input.name = key;
        input.value = /0x/.test(value) ? numbers(value).join(',') : value;
        input.spellcheck = false;
        label.append(input);
        return [label];
    }));
}

async function step() {
    const given = [...get('fields').querySelectorAll('input')]
        .filter(i => i.value.trim() !== '').map(i => `${i.name}=${i.value.replace(/\s/g, '')}`);
    const line = `case id=step system=${get('system').value} scheme=${get('scheme').value} steps=1 `
        + given.join(' ');
    const [result] = await steps([line]);
    const yours = get('answer').value.replace(/\s/g, '');
    let text = `${line}\n${result}\ny = ${numbers(field(result, 'y')).join(', ')}`;
    if (yours) {
        const { out, err } = await slp(`${line}\nresult id=step y=${yours}\n`, 'judge', '--explain');
        text += '\n' + out.concat(err).join('\n');
    }
    get('made').hidden = false;
    get('right').textContent = text;
    picture(numbers(field(line, 'x')), numbers(field(result, 'y')), numbers(yours));
}

/* Three coordinates: the sphere that the state stays on, seen along (1, 1, 1).  Others: each
 * coordinate before and after. */
function picture(x, y, yours) {
    const space = 'http://www.w3.org/2000/svg', W = 360;
    const draw = (name, attributes, text) => {
        const made = document.createElementNS(space, name);
        for (const key in attributes) made.setAttribute(key, attributes[key]);
        if (text) made.textContent = text;
        svg.append(made);
    };
    const svg = document.createElementNS(space, 'svg');
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', 'the state before and after the step');
    const mark = (kind, [a, b]) => kind === 'yours'
        ? draw('path', { class: kind, d: `M${a - 6},${b - 6}l12,12m0,-12l-12,12` })
        : draw('circle', { class: kind, cx: a, cy: b, r: 5 });
    const sets = [['from', x], ['to', y], ['yours', yours]].filter(s => s[1].length === x.length);
    const size = Math.max(...sets.flatMap(s => s[1].map(Math.abs)), Number.MIN_VALUE);
    svg.setAttribute('viewBox', `0 0 ${W} ${W}`);
    if (x.length === 3) {
        const radius = Math.hypot(...sets.map(s => Math.hypot(...s[1])).sort((a, b) => b - a).slice(0, 1));
        const flat = v => [W / 2 + W * 0.42 / radius * (v[1] - v[0]) / Math.SQRT2,
            W / 2 - W * 0.42 / radius * (2 * v[2] - v[0] - v[1]) / Math.sqrt(6)];
        draw('circle', { class: 'axis', cx: W / 2, cy: W / 2, r: W * 0.42 });
        ['x1', 'x2', 'x3'].forEach((name, i) => {
            const [a, b] = flat([0, 1, 2].map(k => k === i ? radius : 0));
            draw('path', { class: 'axis', d: `M${W / 2},${W / 2}L${a},${b}` });
            draw('text', { x: a, y: b }, name);
        });
        draw('path', { class: 'from', d: `M${flat(x)}L${flat(y)}` });
        sets.forEach(([kind, v]) => mark(kind, flat(v)));
    } else {
        const at = (i, value) => [30 + (W - 45) * (i + 0.5) / x.length, W / 2 - W * 0.45 * value / size];
        draw('path', { class: 'axis', d: `M30,${W / 2}H${W}` });
        draw('text', { x: 0, y: W / 2 }, '0');
        draw('text', { x: 0, y: 16 }, size.toPrecision(2));
        x.forEach((value, i) => draw('path', { class: 'from', d: `M${at(i, value)}L${at(i, y[i])}` }));
        sets.forEach(([kind, v]) => v.forEach((value, i) => mark(kind, at(i, value))));
    }
    get('picture').replaceChildren(svg);
    get('legend').textContent = (x.length === 3 ? 'The state, seen along (1, 1, 1)'
        : 'The coordinates of the state') + ': circles before the step, filled after it'
        + (sets.length === 3 ? ', crosses your answer.' : '.');
}

/* ---- Beginning ---------------------------------------------------------------------------- */
const actions = {
    judge: ['Judging.', judge],
    example: ['Drawing twelve cases, and judging answers of which three are wrong.', example],
    draw: ['Drawing.', draw],
    save: ['Saving.', async () => save('verdicts.txt', verdicts)],
};

function listen() {
    document.querySelectorAll('[data-do]').forEach(button =>
        button.addEventListener('click', () => busy(...actions[button.dataset.do])));
    get('step').addEventListener('submit', event => {
        event.preventDefault();
        busy('Making the step.', step);
    });
    get('system').addEventListener('change', () => busy('Drawing a step.', choose));
    get('scheme').addEventListener('change', () => busy('Drawing a step.', load));
    get('files').addEventListener('change', event => busy('Reading.', () => open(event.target.files)));
    const lines = get('lines');
    ['dragover', 'dragleave', 'drop'].forEach(kind => lines.addEventListener(kind, event => {
        event.preventDefault();
        lines.classList.toggle('over', kind === 'dragover');
        if (kind === 'drop') busy('Reading.', () => open(event.dataTransfer.files));
    }));
}

busy('Loading.', async () => {
    if (typeof WebAssembly !== 'object' || typeof Worker !== 'function')
        throw new Error('This browser runs no WebAssembly in a worker: take one of the last five years.');
    await begin();
    for (const line of await drawn('--level', '1', '--count', '1000')) {
        const system = field(line, 'system'), scheme = field(line, 'scheme');
        if (!pairs.has(system)) pairs.set(system, []);
        if (!pairs.get(system).includes(scheme)) pairs.get(system).push(scheme);
    }
    options(get('drawn'), [...pairs.keys()]);
    options(get('system'), [...pairs.keys()]);
    get('drawn').value = get('system').value = 'rigid-body';
    await choose();
    listen();
    if (location.hash === '#example') {
        await example();
        await step();
    }
});
