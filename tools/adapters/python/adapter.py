"""Answers the protocol of transcriptspec, version 1 (SPEC.md, section 8), for your implementation.

Copy this file, and fill in DESCRIPTION and project. What stands below them keeps the protocol and can stay as it is.
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
    "dialects": {"chatrecord": ["project"]},
    "unsupported": [],  # features of inputs that you do not claim to handle: transcript gen --stats lists them
}


class Refused(Exception):
    """A coded error: Refused("leaf_not_found", "leafUuid names no record"). The message quotes nothing of the input."""


def project(records, options):
    """Call your implementation. records are the decoded lines, or the value that stood in their place; options is a dict."""
    return {"blocks": [], "diagnostics": [], "complete": False, "truncated": False}


# From here on nothing needs to be changed.


def number(text):
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


def is_files(value):
    return isinstance(value, dict) and all(is_text(name) and is_text(text) for name, text in value.items())


FORMS = {"jsonl": is_text, "jsonl_base64": is_base64, "files": is_files, "value": lambda value: True}


def records_of(request, form):
    if form == "value":
        return request["value"]
    text = request["jsonl"] if form == "jsonl" else base64.b64decode(request["jsonl_base64"]).decode(errors="replace")
    try:
        return [decode(line) for line in text.split("\n") if line.strip(" \t\r")]
    except ValueError:
        raise Refused("bad_input", "a line of the text does not parse") from None


def answer(request):
    op, dialect, options = request.get("op"), request.get("dialect", ""), request.get("options")
    forms = [form for form in FORMS if form in request]
    if not isinstance(op, str) or not op or not isinstance(dialect, str) or op != "describe" and not dialect:
        raise Refused("bad_request", "op or dialect is missing or has the wrong shape")
    if len(forms) > 1 or forms and not FORMS[forms[0]](request[forms[0]]):
        raise Refused("bad_request", "the input has the wrong shape")
    if op != "describe" and (dialect, op) != ("chatrecord", "project"):
        return {"unsupported": "only chatrecord: project"}
    if options is not None and not isinstance(options, dict):
        raise Refused("bad_options", "options is no object")
    if (op == "describe") != (not forms) or forms == ["files"]:
        raise Refused("bad_input", "project takes one of jsonl, jsonl_base64 and value; describe takes nothing")
    return {"result": DESCRIPTION if op == "describe" else project(records_of(request, forms[0]), options or {})}


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
        return json.dumps({"id": identity, **answer(request)}, allow_nan=False)
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
