// Decodes every line of a file with JSON.parse, projects the records with the SDK, and prints how long both took together.
import { readFileSync } from 'node:fs';
import { projectChatRecordsToDaemonTranscript } from '@qwen-code/sdk/daemon/transcript';

const lines = readFileSync(process.argv[2], 'utf8').split('\n').filter((line) => line !== '');
const start = performance.now();
const { blocks } = projectChatRecordsToDaemonTranscript(lines.map((line) => JSON.parse(line)));
console.log(JSON.stringify({ projectMs: performance.now() - start, blocks: blocks.length }));
