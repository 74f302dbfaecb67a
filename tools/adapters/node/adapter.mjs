// Answers the protocol of transcriptspec, version 1 (SPEC.md, section 8), for your implementation.
//
// Copy this file, and fill in description, project and operations. What stands below them keeps the protocol and can stay as it is.

const description = {
  protocol: 1,
  spec: '1.0',
  name: 'my-projection',
  version: '0',
  language: `JavaScript (node ${process.versions.node})`,
  unsupported: [], // features of inputs that you do not claim to handle: transcript gen --dialect DIALECT --stats lists them
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

/**
 * What you answer, by dialect and operation (SPEC.md, 8.4). What each is given is said at inputOf, below: for session_raw files,
 * { sessionraw: { items } } with items(files, options), files is a Map from names to Buffers; for the events of a chat,
 * { eventstream: { rows } } with rows(data, options), data is a Buffer with the file, but for candidate and merge, which are given
 * files as above, and cursor and follow, which are given the value. An operation may also return a Buffer: JSON in ASCII, as your
 * implementation wrote it.
 */
const operations = { chatrecord: { project } };

// From here on nothing needs to be changed.

const isBlank = (line) => /^[ \t\r]*$/.test(line); // trim() would take U+FEFF too, which is no JSON
const isID = (id) => typeof id === 'string' || Number.isSafeInteger(id);
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const isText = (value) => typeof value === 'string' && value.isWellFormed();
const isBase64 = (value) => typeof value === 'string' && Buffer.from(value, 'base64').toString('base64') === value;
const isFile = (value) => isText(value) || (isObject(value) && isBase64(value.base64));
const isFiles = (value) => isObject(value) && Object.entries(value).every(([name, file]) => isText(name) && isFile(file));
const forms = { jsonl: isText, jsonl_base64: isBase64, files: isFiles, value: () => true };

/** The members that may carry the input (TP-PROTO-15, TP-PROTO-18, TP-PROTO-20, TP-PROTO-21). */
function formsOf(dialect, op) {
  if (dialect === 'sessionraw') return ['files'];
  if (dialect === 'eventstream' && (op === 'candidate' || op === 'merge')) return ['files'];
  if (dialect === 'eventstream' && (op === 'cursor' || op === 'follow')) return ['value'];
  if (op === 'read' || dialect === 'eventstream') return ['jsonl', 'jsonl_base64'];
  return op === 'reduce' || op === 'compact' ? ['value'] : ['jsonl', 'jsonl_base64', 'value'];
}

const bytesOf = (file) => (typeof file === 'string' ? Buffer.from(file, 'utf8') : Buffer.from(file.base64, 'base64'));

/**
 * What an operation is given: a Map from names to Buffers for files; the value; a Buffer with the file for read and for those of
 * eventstream that take one; else the records, parsed.
 */
function inputOf(request, form) {
  if (form === 'files') return new Map(Object.entries(request.files).map(([name, file]) => [name, bytesOf(file)]));
  if (form === 'value') return request.value;
  const data = bytesOf(form === 'jsonl' ? request.jsonl : { base64: request.jsonl_base64 });
  if (request.op === 'read' || request.dialect === 'eventstream') return data;
  try {
    return data.toString('utf8').split('\n').filter((line) => !isBlank(line)).map((line) => JSON.parse(line));
  } catch {
    throw new Refused('bad_input', 'a line of the text does not parse');
  }
}

function described() {
  const dialects = Object.fromEntries(Object.entries(operations).map(([dialect, of]) => [dialect, Object.keys(of)]));
  return { ...description, dialects };
}

async function answer(request) {
  const { op, dialect = '', options } = request;
  const [form, more] = Object.keys(forms).filter((key) => Object.hasOwn(request, key));
  if (typeof op !== 'string' || !op || typeof dialect !== 'string' || (op !== 'describe' && !dialect)) {
    throw new Refused('bad_request', 'op or dialect is missing or has the wrong shape');
  }
  if (more || (form && !forms[form](request[form]))) throw new Refused('bad_request', 'the input has the wrong shape');
  const known = Object.hasOwn(operations, dialect) && Object.hasOwn(operations[dialect], op);
  if (op !== 'describe' && !known) return { unsupported: 'there is no such operation' };
  if (options !== undefined && options !== null && !isObject(options)) throw new Refused('bad_options', 'options is no object');
  if (op === 'describe') {
    if (form) throw new Refused('bad_input', 'describe takes no input');
    return { result: described() };
  }
  const taken = formsOf(dialect, op);
  if (!taken.includes(form)) throw new Refused('bad_input', `the operation takes one of ${taken.join(', ')}`);
  const given = inputOf(request, form);
  const alone = dialect === 'sessionraw' && (op === 'context' || (op === 'items' && !Object.hasOwn(options ?? {}, 'threadId')));
  if (alone && (given.size !== 1 || given.has(''))) {
    throw new Refused('bad_input', 'without threadId the operation takes one file, with a name');
  }
  return { result: await operations[dialect][op](given, options ?? {}) };
}

/** The answer as one line. */
function written(id, answered) {
  const { result } = answered;
  if (!Buffer.isBuffer(result)) return JSON.stringify({ id, ...answered });
  return `{"id":${JSON.stringify(id)},"result":${result.toString('latin1').replaceAll('\n', ' ')}}`;
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
    return written(id, await answer(request));
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
