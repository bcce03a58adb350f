"""Compiles Python source with placeholders for values to a code file that Python itself runs.

    python3 -I compile.py SCRIPT.py CODE NAME PLACEHOLDER=TYPE:NAME...

A placeholder in code becomes the value of the environment variable NAME as data of its declared type (None if it is
not set); inside a string literal it becomes a part of that string. Values are put into the syntax tree, never into the
source, so that no value can be read as Python. `python3 CODE.pyc` runs the code file as the real __main__, so that
pickle, multiprocessing and tracebacks work as with SCRIPT.py. NAME is the file name in tracebacks. If CODE is not a .pyc
file, it contains only the marshalled code.
"""
import ast
import json
import marshal
import os
import re
import sys
import traceback
import warnings
from importlib.util import MAGIC_NUMBER


class Rejected(Exception):
    """A placeholder in a place that cannot be a value, or a value that does not match its declared type."""


class Value:
    """An environment variable: `text` for string literals, `data` for code."""

    def __init__(self, form, name):
        raw = os.environb.get(name.encode())
        self.text = "" if raw is None else raw.decode("utf-8", "surrogateescape")
        try:
            self.data = None if raw is None else self.convert(form)
        except ValueError:
            raise Rejected("the value of %s is not of the type %s" % (name, form)) from None

    def convert(self, form):
        if form == "integer":
            return int(self.text)
        if form == "number":
            return float(self.text)
        if form == "boolean":
            return ("false", "true").index(self.text) == 1
        if form in ("json", "list"):
            return json.loads(self.text)
        return self.text


def literal(data):
    """The tree of a literal. A list or dict is created anew each time the code runs."""
    if isinstance(data, list):
        return ast.List([literal(item) for item in data], ast.Load())
    if isinstance(data, dict):
        return ast.Dict([literal(key) for key in data], [literal(item) for item in data.values()])
    return ast.Constant(data, kind=None)


# Strings in a tree that are neither identifiers nor literals.
NOT_IDENTIFIERS = {"kind", "type_comment", "str"}


class PutValues(ast.NodeTransformer):
    def __init__(self, values):
        self.values = values
        self.pattern = re.compile("|".join(sorted(values, key=len, reverse=True)))
        self.byte_pattern = re.compile(self.pattern.pattern.encode())
        self.line = 1
        self.in_pattern = False

    def visit(self, node):
        self.line = getattr(node, "lineno", self.line)
        self.reject_identifiers(node)
        return super().visit(node)

    def reject_identifiers(self, node):
        """Rejects placeholders in names of variables, functions, arguments, attributes, imports, unless the name is read."""
        for field, value in ast.iter_fields(node):
            if field in NOT_IDENTIFIERS or isinstance(node, (ast.Constant, *OLD_LITERALS)):
                continue
            for text in value if isinstance(value, list) else [value]:
                if isinstance(text, str) and self.pattern.search(text) and not self.is_read(node):
                    raise Rejected(
                        "line %d: a reference is a value; it cannot be used in a name or a pattern, or be assigned to"
                        % self.line
                    )

    def is_read(self, node):
        return (
            isinstance(node, ast.Name)
            and isinstance(node.ctx, ast.Load)
            and node.id in self.values
            and not self.in_pattern
        )

    def generic_visit(self, node):
        if type(node).__name__.startswith("Match") and type(node).__name__ != "Match":  # patterns, Python 3.10
            outer, self.in_pattern = self.in_pattern, True
            super().generic_visit(node)
            self.in_pattern = outer
            return node
        return super().generic_visit(node)

    def visit_Name(self, node):
        if node.id not in self.values:
            return node
        tree = ast.copy_location(literal(self.values[node.id].data), node)
        for child in ast.walk(tree):
            ast.copy_location(child, node)
        return tree

    def visit_Constant(self, node):
        node.value = self.put_text(node.value)
        return node

    def visit_old_literal(self, node):
        node.s = self.put_text(node.s)
        return node

    visit_Str = visit_Bytes = visit_old_literal  # until Python 3.7

    def put_text(self, constant):
        if isinstance(constant, str):
            return self.pattern.sub(lambda match: self.values[match.group()].text, constant)
        if isinstance(constant, bytes):
            return self.byte_pattern.sub(
                lambda match: self.values[match.group().decode()].text.encode("utf-8", "surrogateescape"), constant
            )
        return constant


OLD_LITERALS = (ast.Str, ast.Bytes) if sys.version_info < (3, 8) else ()


def compile_script(path, name, values):
    with open(path, "rb") as file:
        tree = ast.parse(file.read(), name)
    tree = PutValues(values).visit(tree)
    with warnings.catch_warnings():
        # `{{ inputs.x }} is None` makes sense, although Python warns about `"text" is None`.
        warnings.simplefilter("ignore", SyntaxWarning)
        return compile(tree, name, "exec", dont_inherit=True)


def main(path, code_path, name, *references):
    values = {}
    for reference in references:
        placeholder, _, source = reference.partition("=")
        values[placeholder] = Value(*source.split(":"))
    code = compile_script(path, name, values)
    header = MAGIC_NUMBER + bytes(12 if sys.version_info >= (3, 7) else 8) if code_path.endswith(".pyc") else b""
    with open(code_path, "wb") as file:
        file.write(header + marshal.dumps(code))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (SyntaxError, ValueError, RecursionError) as error:
        sys.exit("".join(traceback.format_exception_only(type(error), error)).rstrip())
    except Rejected as rejection:
        sys.exit("%s: %s" % (os.path.basename(sys.argv[1]), rejection))
