/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Runs one command of the program a message: {args, input} gives {status, out, err}.  The first
 * message brings the bytes of the program. */
let compiled;

async function command(args, input) {
    const bytes = new TextEncoder().encode(input), out = [], err = [];
    let at = 0;
    const program = await slp({
        noInitialRun: true,
        instantiateWasm(imports, receive) {
            WebAssembly.instantiate(compiled, imports).then(receive);
            return {};
        },
        stdin: () => at < bytes.length ? bytes[at++] : null,
        stdout: byte => out.push(byte), /* not `print`: that would be a terminal */
        stderr: byte => err.push(byte),
        quit: (status, thrown) => { throw thrown; },
    });
    let status;
    try {
        status = program.callMain(args);
    } catch (thrown) {
        if (thrown.status === undefined) throw thrown;
        status = thrown.status;
    }
    return { status, out: lines(out), err: lines(err) };
}

function lines(bytes) {
    const text = new TextDecoder().decode(Uint8Array.from(bytes, b => b & 255));
    return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

async function answer(message) {
    if (message.program) {
        compiled = await WebAssembly.compile(message.program);
        return {};
    }
    return command(message.args, message.input);
}

if (typeof onmessage !== 'undefined')
    onmessage = ({ data }) => answer(data).then(
        value => postMessage({ value }),
        error => postMessage({ error: String(error && error.message || error) }));
