// SPDX-License-Identifier: LGPL-3.0-or-later
// The page's program under node: node run.js PAGE ARGUMENT... < INPUT
// It takes the program and its worker out of the page, so that what runs is what a browser runs.
'use strict';
const fs = require('fs');
const page = fs.readFileSync(process.argv[2], 'utf8');
const part = id => page.split(`<script id="${id}" type="text/plain">`)[1].split('</script>')[0];
const source = part('worker').replace(/<\\\/script/g, '</script');
const answer = new Function('require', '__dirname', source + '\nreturn answer;')(require, '/');
answer({ program: Buffer.from(part('wasm'), 'base64') })
    .then(() => answer({ args: process.argv.slice(3), input: fs.readFileSync(0, 'utf8') }))
    .then(({ status, out, err }) => {
        fs.writeSync(1, out.map(line => line + '\n').join(''));
        fs.writeSync(2, err.map(line => line + '\n').join(''));
        process.exitCode = status;
    });
