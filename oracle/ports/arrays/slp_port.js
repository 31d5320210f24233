#!/usr/bin/env node
// SPDX-License-Identifier: 0BSD
// A model port in JavaScript: the rigid body with the midpoint rule, tmk and Heun's rule.  Put your
// own code in `step` and keep the rest.  What is read and printed is in oracle/ports/README.md.
'use strict';

function number(text) { // C hex floats and decimals
  const m = /^(-?)0x([0-9a-f])(?:\.([0-9a-f]*))?p([+-]?\d+)$/i.exec(text);
  if (!m) return Number(text);
  const digits = m[3] || '', whole = Number('0x' + m[2] + digits); // 53 bits at most
  const power = Number(m[4]) - 4 * digits.length, half = Math.trunc(power / 2);
  return (m[1] ? -1 : 1) * whole * 2 ** half * 2 ** (power - half); // each product is exact
}

const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                         a[0] * b[1] - a[1] * b[0]];
const add = (a, b, s = 1) => a.map((p, i) => p + s * b[i]);
const same = (a, b) => a.every((p, i) => p === b[i]);

function generator(x, c, dw) { // Xi(x; h, dW): drift, then quadratic, then linear Hamiltonians
  let xi = x.map((p, i) => c.h[0] * p / c.inertia[i]);
  const quad = c.quad || [], lin = c.lin || [];
  quad.forEach((q, k) => { xi[k] += dw[k] * q * x[k]; });
  for (let k = 0; 3 * k < lin.length; k++)
    xi = add(xi, lin.slice(3 * k, 3 * k + 3), dw[quad.length + k]);
  return xi;
}

function rotate(x, s) { // the flow of dx/dt = x cross s over unit time
  const half = 0.5 * Math.hypot(...s), sinc = half ? Math.sin(half) / half : 1;
  const turn = cross(x, s);
  return add(add(x, turn, sinc * Math.cos(half)), cross(turn, s), 0.5 * sinc * sinc);
}

function fixedPoint(T, z) { // until a value comes back: no further digit can be had
  const seen = new Set();
  for (let n = 0; !seen.has(z.join()); n++) {
    if (n > 5000) throw new Error('no-convergence');
    seen.add(z.join());
    const next = T(z);
    z = n > 60 ? add(z.map((p) => 0.5 * p), next, 0.5) : next;
  }
  return z;
}

function step(scheme, x, c, dw) {
  const field = (z) => cross(z, generator(z, c, dw));
  const middle = (a, b) => a.map((p, i) => 0.5 * p + 0.5 * b[i]);
  if (scheme === 'tmk') return fixedPoint((z) => rotate(x, generator(middle(x, z), c, dw)), x);
  const first = field(x);
  if (scheme === 'heun') return add(x, add(first, field(add(x, first))), 0.5);
  return add(x, field(fixedPoint((z) => add(x, field(z), 0.5), x)));
}

const SCHEMES = ['implicit-midpoint', 'tmk', 'heun'];

function answer(given) {
  if (given.system !== 'rigid-body' || !SCHEMES.includes(given.scheme) || given.area)
    return 'error=unsupported';
  const c = {}, y = [], steps = Number(given.steps);
  for (const key of ['inertia', 'quad', 'lin', 'h', 'x', 'dw'])
    if (given[key]) c[key] = given[key].split(',').map(number);
  const dw = c.dw || [], M = dw.length / steps;
  let x = c.x;
  try {
    for (let s = 0; s < steps; s++) {
      x = step(given.scheme, x, c, dw.slice(M * s, M * s + M));
      y.push(...x);
    }
  } catch (error) { return 'error=no-convergence'; }
  return y.every(Number.isFinite) ? 'y=' + y.join() : 'error=domain';
}

const lines = require('readline').createInterface({ input: process.stdin, terminal: false });
lines.on('line', (line) => {
  if (line === 'list')
    console.log(SCHEMES.map((s) => `pair system=rigid-body scheme=${s}\n`).join('') + 'end');
  else if (line === 'about') console.log(`about JavaScript, node ${process.version}`);
  else if (line.startsWith('case ')) {
    const given = Object.fromEntries(line.split(' ').slice(1).map((field) => {
      const at = field.indexOf('=');
      return [field.slice(0, at), field.slice(at + 1)];
    }));
    console.log(`${line}\nresult id=${given.id} ${answer(given)}`);
  }
});
