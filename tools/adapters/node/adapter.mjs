// Answers the protocol of transcriptspec, version 1 (SPEC.md, section 8), for your implementation.
//
// Copy this file, and fill in description and project. What stands below them keeps the protocol and can stay as it is.

const description = {
  protocol: 1,
  spec: '1.0',
  name: 'my-projection',
  version: '0',
  language: `JavaScript (node ${process.versions.node})`,
  dialects: { chatrecord: ['project'] },
  unsupported: [], // features of inputs that you do not claim to handle: transcript gen --stats lists them
};

/** A coded error: new Refused('leaf_not_found', 'leafUuid names no record'). The message quotes nothing of the input. */
class Refused extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** Call your implementation. records are the parsed lines, or the value that stood in their place; options is an object. */
async function project(records, options) {
  return { blocks: [], diagnostics: [], complete: false, truncated: false };
}

// From here on nothing needs to be changed.

const isBlank = (line) => /^[ \t\r]*$/.test(line); // trim() would take U+FEFF too, which is no JSON
const isID = (id) => typeof id === 'string' || Number.isSafeInteger(id);
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const isText = (value) => typeof value === 'string' && value.isWellFormed();
const isBase64 = (value) => typeof value === 'string' && Buffer.from(value, 'base64').toString('base64') === value;
const isFiles = (value) => isObject(value) && Object.entries(value).flat().every(isText);
const forms = { jsonl: isText, jsonl_base64: isBase64, files: isFiles, value: () => true };

function recordsOf(request, form) {
  if (form === 'value') return request.value;
  const text = form === 'jsonl' ? request.jsonl : Buffer.from(request.jsonl_base64, 'base64').toString('utf8');
  try {
    return text.split('\n').filter((line) => !isBlank(line)).map((line) => JSON.parse(line));
  } catch {
    throw new Refused('bad_input', 'a line of the text does not parse');
  }
}

async function answer(request) {
  const { op, dialect = '', options } = request;
  const [form, more] = Object.keys(forms).filter((key) => Object.hasOwn(request, key));
  if (typeof op !== 'string' || !op || typeof dialect !== 'string' || (op !== 'describe' && !dialect)) {
    throw new Refused('bad_request', 'op or dialect is missing or has the wrong shape');
  }
  if (more || (form && !forms[form](request[form]))) throw new Refused('bad_request', 'the input has the wrong shape');
  if (op !== 'describe' && (dialect !== 'chatrecord' || op !== 'project')) return { unsupported: 'only chatrecord: project' };
  if (options !== undefined && options !== null && !isObject(options)) throw new Refused('bad_options', 'options is no object');
  if ((op === 'describe') === Boolean(form) || form === 'files') {
    throw new Refused('bad_input', 'project takes one of jsonl, jsonl_base64 and value; describe takes nothing');
  }
  return { result: op === 'describe' ? description : await project(recordsOf(request, form), options ?? {}) };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function parsed(bytes) {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Refused('bad_json', 'the line is no JSON in UTF-8');
  }
}

/** The answer to one line, as one line. */
async function reply(bytes) {
  let id = null;
  try {
    const request = parsed(bytes);
    if (!isObject(request) || !isID(request.id)) throw new Refused('bad_request', 'no object with an id');
    id = request.id;
    return JSON.stringify({ id, ...(await answer(request)) });
  } catch (fault) {
    if (fault instanceof Refused) return JSON.stringify({ id, error: { code: fault.code, message: fault.message } });
    console.error(fault);
    return JSON.stringify({ id, error: { code: 'internal_error', message: fault?.constructor?.name ?? typeof fault } });
  }
}

async function handle(bytes) {
  if (!isBlank(bytes.toString('latin1'))) process.stdout.write(`${await reply(bytes)}\n`);
}

console.log = console.info = console.debug = console.error; // what your implementation prints is no answer
process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1)); // nobody listens any more

let rest = []; // a line that has begun; node's readline would cut at more than LF
for await (let chunk of process.stdin) {
  for (let end; (end = chunk.indexOf(10)) >= 0; chunk = chunk.subarray(end + 1)) {
    await handle(Buffer.concat([...rest, chunk.subarray(0, end)]));
    rest = [];
  }
  rest.push(chunk);
}
await handle(Buffer.concat(rest));
