// Parses every line of a file with JSON.parse, keeps the values, and prints how long the parsing alone took.
import { readFileSync } from 'node:fs';

const lines = readFileSync(process.argv[2], 'utf8').split('\n');
if (lines.at(-1) === '') lines.pop();
const values = new Array(lines.length);
const start = performance.now();
for (let i = 0; i < lines.length; i++) values[i] = JSON.parse(lines[i]);
const decodeMs = performance.now() - start;
let peakBytes = 0;
try {
  peakBytes = Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) * 1024;
} catch {
  // not every system tells
}
console.log(JSON.stringify({ decodeMs, peakBytes }));
