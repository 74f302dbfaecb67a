"""Answers the protocol of transcriptspec, version 1 (SPEC.md, section 8), for your implementation.

Copy this file, and fill in DESCRIPTION, project and OPERATIONS. What stands below them keeps the protocol and can stay as it is.
"""

import base64
import json
import os
import platform
import re
import sys
import traceback

DESCRIPTION = {
    "protocol": 1,
    "spec": "1.0",
    "name": "my-projection",
    "version": "0",
    "language": "Python " + platform.python_version(),
    "unsupported": [],  # features of inputs that you do not claim to handle: transcript gen --dialect DIALECT --stats lists them
}


class Refused(Exception):
    """A coded error: Refused("leaf_not_found", "leafUuid names no record"). The message quotes nothing of the input."""


def project(records, options):
    """Call your implementation. records are the decoded lines, or the value that stood in their place; options is a dict."""
    return {"blocks": [], "diagnostics": [], "complete": False, "truncated": False}


# What you answer, by dialect and operation (SPEC.md, 8.4). What each is given is said at input_of, below: for session_raw
# files, {"sessionraw": {"items": items}} with items(files, options), files is a dict from names to bytes; for the events of a
# chat, {"eventstream": {"rows": rows}} with rows(data, options), data is the bytes of the file, but for candidate and merge,
# which are given files as above, and cursor and follow, which are given the value. An operation may also return bytes: JSON in
# ASCII, as your implementation wrote it.
OPERATIONS = {"chatrecord": {"project": project}}


# From here on nothing needs to be changed.


def number(text):
    """Numbers as chat records have them: large integers are float64 (CR-JS-01). Arguments in session_raw files keep their
    text (SR-LINE-10), which this does not; the lines of these files are yours to decode."""
    return int(text) if len(text) < 17 else float(text)


def no_constant(name):
    raise ValueError(name + " is no JSON")


def decode(text):
    return json.loads(text, parse_int=number, parse_constant=no_constant)


def is_text(value):
    return isinstance(value, str) and not re.search("[\ud800-\udfff]", value)


def is_base64(value):
    try:
        return base64.b64encode(base64.b64decode(value)).decode() == value
    except (TypeError, ValueError):
        return False


def is_file(value):
    return is_text(value) or isinstance(value, dict) and is_base64(value.get("base64"))


def is_files(value):
    return isinstance(value, dict) and all(is_text(name) and is_file(file) for name, file in value.items())


FORMS = {"jsonl": is_text, "jsonl_base64": is_base64, "files": is_files, "value": lambda value: True}


def forms_of(dialect, op):
    """The members that may carry the input (TP-PROTO-15, TP-PROTO-18, TP-PROTO-20, TP-PROTO-21)."""
    if dialect == "sessionraw":
        return ["files"]
    if dialect == "eventstream":
        return {"candidate": ["files"], "merge": ["files"], "cursor": ["value"], "follow": ["value"]}.get(op, ["jsonl", "jsonl_base64"])
    return {"read": ["jsonl", "jsonl_base64"], "reduce": ["value"], "compact": ["value"]}.get(op, ["jsonl", "jsonl_base64", "value"])


def bytes_of(file):
    return file.encode() if isinstance(file, str) else base64.b64decode(file["base64"])


def input_of(request, form):
    """What an operation is given: a dict from names to bytes for files; the value; the bytes of the file for read and
    for those of eventstream that take one; else the records, decoded."""
    given = request[form]
    if form == "files":
        return {name: bytes_of(file) for name, file in given.items()}
    if form == "value":
        return given
    data = bytes_of(given if form == "jsonl" else {"base64": given})
    if request["op"] == "read" or request["dialect"] == "eventstream":
        return data
    try:
        return [decode(line) for line in data.decode(errors="replace").split("\n") if line.strip(" \t\r")]
    except ValueError:
        raise Refused("bad_input", "a line of the text does not parse") from None


def described():
    return {**DESCRIPTION, "dialects": {dialect: list(operations) for dialect, operations in OPERATIONS.items()}}


def answer(request):
    op, dialect, options = request.get("op"), request.get("dialect", ""), request.get("options")
    forms = [form for form in FORMS if form in request]
    if not isinstance(op, str) or not op or not isinstance(dialect, str) or op != "describe" and not dialect:
        raise Refused("bad_request", "op or dialect is missing or has the wrong shape")
    if len(forms) > 1 or forms and not FORMS[forms[0]](request[forms[0]]):
        raise Refused("bad_request", "the input has the wrong shape")
    operation = OPERATIONS.get(dialect, {}).get(op)
    if op != "describe" and not operation:
        return {"unsupported": "there is no such operation"}
    if options is not None and not isinstance(options, dict):
        raise Refused("bad_options", "options is no object")
    options = options or {}
    if op == "describe":
        if forms:
            raise Refused("bad_input", "describe takes no input")
        return {"result": described()}
    if not forms or forms[0] not in forms_of(dialect, op):
        raise Refused("bad_input", "the operation takes one of " + ", ".join(forms_of(dialect, op)))
    given = input_of(request, forms[0])
    if dialect == "sessionraw" and (op == "context" or op == "items" and "threadId" not in options):
        if len(given) != 1 or "" in given:
            raise Refused("bad_input", "without threadId the operation takes one file, with a name")
    return {"result": operation(given, options)}


def written(identity, answered):
    """The answer as one line."""
    if isinstance(answered.get("result"), bytes):
        return '{"id":%s,"result":%s}' % (json.dumps(identity), answered["result"].decode("ascii").replace("\n", " "))
    return json.dumps({"id": identity, **answered}, allow_nan=False)


def is_id(value):
    return isinstance(value, str) or type(value) in (int, float) and value % 1 == 0 and abs(value) < 2**53


def reply(line):
    """The answer to one line, as one line."""
    identity = None
    try:
        try:
            request = decode(line.decode())
        except ValueError:
            raise Refused("bad_json", "the line is no JSON in UTF-8") from None
        if not isinstance(request, dict) or not is_id(request.get("id")):
            raise Refused("bad_request", "no object with an id")
        identity = request["id"]
        return written(identity, answer(request))
    except Refused as refused:
        code, message = refused.args
    except Exception as fault:
        traceback.print_exc()
        code, message = "internal_error", type(fault).__name__
    return json.dumps({"id": identity, "error": {"code": code, "message": message}})


def main():
    output, sys.stdout = sys.stdout, sys.stderr  # what your implementation prints is no answer
    try:
        for line in sys.stdin.buffer:  # cut at LF and nothing else
            if line.strip(b" \t\r\n"):
                output.write(reply(line) + "\n")
                output.flush()
    except BrokenPipeError:  # nobody listens any more
        os._exit(0)


if __name__ == "__main__":
    main()
