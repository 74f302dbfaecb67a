// Answers the protocol of transcriptspec, version 1 (SPEC.md, section 8), with the published TypeScript SDK: one JSON object
// a line each way.
//
// It judges nothing and mends nothing. Each line of the text is parsed with JSON.parse, as the SDK's own host does; a coded
// input error is passed on; any other exception is internal_error, and its message is the name of the exception's class,
// never its own message, which can quote the input. The runner sets TZ=UTC: the SDK reads some times in the host's zone.
import { readFileSync } from 'node:fs';
import { projectChatRecordsToDaemonTranscript, TranscriptProjectionInputError } from '@qwen-code/sdk/daemon/transcript';

const { version } = JSON.parse(readFileSync(new URL('node_modules/@qwen-code/sdk/package.json', import.meta.url), 'utf8'));

const description = {
  protocol: 1,
  spec: '1.0',
  name: '@qwen-code/sdk',
  version,
  language: `JavaScript (node ${process.versions.node})`,
  dialects: { chatrecord: ['project'] },
  unsupported: [],
  concurrency: 1,
};

const failure = (code, message) => ({ error: { code, message } });

/** The first argument of the projection, in one of the three ways to say it. */
function recordsOf(request) {
  if ('value' in request) return request.value;
  const text = request.jsonl ?? Buffer.from(request.jsonl_base64, 'base64').toString('utf8');
  return text.split('\n').filter((line) => line.trim() !== '').map((line) => JSON.parse(line));
}

/** The answer without its id, as text: a result that is nested too deep for JSON.stringify is an exception like others. */
function answer(request) {
  if (request.op === 'describe') return JSON.stringify({ result: description });
  if (request.dialect !== 'chatrecord' || request.op !== 'project') return JSON.stringify({ unsupported: 'only chatrecord: project' });
  if (['value', 'jsonl', 'jsonl_base64'].filter((key) => key in request).length !== 1) {
    return JSON.stringify(failure('bad_input', 'one of jsonl, jsonl_base64 and value'));
  }
  let records;
  try {
    records = recordsOf(request);
  } catch {
    return JSON.stringify(failure('bad_input', 'a line of the text does not parse'));
  }
  try {
    return JSON.stringify({ result: projectChatRecordsToDaemonTranscript(records, request.options) });
  } catch (error) {
    if (error instanceof TranscriptProjectionInputError) return JSON.stringify(failure(error.code, 'the input is refused'));
    console.error(error?.stack ?? error);
    return JSON.stringify(failure('internal_error', error?.constructor?.name ?? typeof error));
  }
}

function handle(line) {
  if (line.trim() === '') return;
  let request;
  try {
    request = JSON.parse(line);
  } catch {
    process.stdout.write(`${JSON.stringify({ id: null, ...failure('bad_json', 'the line is not JSON') })}\n`);
    return;
  }
  const id = JSON.stringify(request?.id ?? null);
  const body = request !== null && typeof request === 'object' ? answer(request) : JSON.stringify(failure('bad_request', 'not an object'));
  process.stdout.write(`{"id":${id},${body.slice(1)}\n`);
}

// Lines end at LF only, which node's readline does not promise.
let rest = [];
process.stdin.on('data', (chunk) => {
  for (let end; (end = chunk.indexOf(10)) >= 0; chunk = chunk.subarray(end + 1)) {
    handle(Buffer.concat([...rest, chunk.subarray(0, end)]).toString('utf8'));
    rest = [];
  }
  rest.push(chunk);
});
process.stdin.on('end', () => handle(Buffer.concat(rest).toString('utf8')));
