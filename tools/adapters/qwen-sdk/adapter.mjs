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

class RequestError extends Error {}

/** JSON white space only: trim() would take U+00A0 and U+FEFF too, which are no JSON. */
const isBlank = (line) => /^[ \t\r]*$/.test(line);

const isID = (id) => typeof id === 'string' || Number.isSafeInteger(id);

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

const isText = (value) => typeof value === 'string' && value.isWellFormed();

/** Padded standard base64 and nothing else: decoding passes over what it does not know. */
const isBase64 = (value) => typeof value === 'string' && Buffer.from(value, 'base64').toString('base64') === value;

const isFile = (value) => isText(value) || (isObject(value) && isBase64(value.base64));

const forms = {
  jsonl: isText,
  jsonl_base64: isBase64,
  files: (value) => isObject(value) && Object.entries(value).every(([name, file]) => isText(name) && isFile(file)),
  value: () => true,
};

/** The member that carries the input, or undefined. */
function formOf(request) {
  const given = Object.keys(forms).filter((key) => Object.hasOwn(request, key));
  if (given.length > 1) throw new RequestError(`more than one of ${Object.keys(forms).join(', ')}`);
  if (given.length === 1 && !forms[given[0]](request[given[0]])) throw new RequestError(`${given[0]} has the wrong shape`);
  return given[0];
}

/** What has to be right before it matters which operation it is (TP-PROTO-06). */
function checked(request) {
  if (typeof request.op !== 'string' || request.op === '') throw new RequestError('op is missing or empty');
  if (request.dialect !== undefined && typeof request.dialect !== 'string') throw new RequestError('dialect is no string');
  const form = formOf(request);
  if (request.op !== 'describe' && !request.dialect) throw new RequestError('dialect is missing or empty');
  return form;
}

/** The first argument of the projection, in one of the three ways to say it. Bytes are decoded as WHATWG does. */
function recordsOf(request, form) {
  if (form === 'value') return request.value;
  const text = form === 'jsonl' ? request.jsonl : Buffer.from(request.jsonl_base64, 'base64').toString('utf8');
  return text.split('\n').filter((line) => !isBlank(line)).map((line) => JSON.parse(line));
}

/** The answer without its id, as text: a result that is nested too deep for JSON.stringify is an exception like others. */
function answer(request) {
  const form = checked(request);
  const { options } = request;
  const describes = request.op === 'describe';
  if (!describes && (request.dialect !== 'chatrecord' || request.op !== 'project')) {
    return JSON.stringify({ unsupported: 'only chatrecord: project' });
  }
  if (options !== undefined && options !== null && !isObject(options)) return JSON.stringify(failure('bad_options', 'options is no object'));
  if (describes) return JSON.stringify(form ? failure('bad_input', 'describe takes no input') : { result: description });
  if (!form || form === 'files') return JSON.stringify(failure('bad_input', 'one of jsonl, jsonl_base64 and value'));
  let records;
  try {
    records = recordsOf(request, form);
  } catch {
    return JSON.stringify(failure('bad_input', 'a line of the text does not parse'));
  }
  try {
    return JSON.stringify({ result: projectChatRecordsToDaemonTranscript(records, options) });
  } catch (error) {
    if (error instanceof TranscriptProjectionInputError) return JSON.stringify(failure(error.code, 'the input is refused'));
    console.error(error?.stack ?? error);
    return JSON.stringify(failure('internal_error', error?.constructor?.name ?? typeof error));
  }
}

/** One answer for one line that is not blank, without its line feed. */
function reply(line) {
  let request;
  try {
    request = JSON.parse(line);
  } catch {
    return JSON.stringify({ id: null, ...failure('bad_json', 'the line is not JSON') });
  }
  if (!isObject(request) || !isID(request.id)) {
    return JSON.stringify({ id: null, ...failure('bad_request', 'no object with an id') });
  }
  const id = JSON.stringify(request.id);
  try {
    return `{"id":${id},${answer(request).slice(1)}`;
  } catch (error) {
    if (error instanceof RequestError) return `{"id":${id},${JSON.stringify(failure('bad_request', error.message)).slice(1)}`;
    throw error;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function handle(bytes) {
  let line;
  try {
    line = utf8.decode(bytes);
  } catch {
    process.stdout.write(`${JSON.stringify({ id: null, ...failure('bad_json', 'the line is not UTF-8') })}\n`);
    return;
  }
  if (!isBlank(line)) process.stdout.write(`${reply(line)}\n`);
}

// Nobody listens any more: that is an end like that of standard input (TP-PROTO-14).
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') console.error(error);
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

// Lines end at LF only, which node's readline does not promise.
let rest = [];
process.stdin.on('data', (chunk) => {
  for (let end; (end = chunk.indexOf(10)) >= 0; chunk = chunk.subarray(end + 1)) {
    handle(Buffer.concat([...rest, chunk.subarray(0, end)]));
    rest = [];
  }
  rest.push(chunk);
});
process.stdin.on('end', () => handle(Buffer.concat(rest)));
