# SPDX-License-Identifier: LGPL-3.0-or-later
"""Whether JSON documents follow a JSON Schema: the part of drafts 7 and 2020-12 that the schemas of
this project use.  A word that it does not know is a fault of the schema, so that no rule is passed
over.
usage: follow.py SCHEMA[#DEFINITION] FILE...   a line a fault; exit 1 if any, or without FILE
       follow.py --strict SCHEMA...            objects that allow unnamed keys are faults"""

import json
import math
import re
import sys

TYPES = {
    "object": dict, "array": list, "string": str, "boolean": bool, "null": type(None),
    "integer": int, "number": (int, float),
}  # fmt: skip
SILENT = {"description", "title", "$schema", "$defs", "definitions", "$id", "then", "else"}


def of_type(value, name):
    if isinstance(value, bool) and name != "boolean":
        return False
    return isinstance(value, TYPES[name])


def same(a, b):
    """Equal as JSON: true is not 1."""
    return a == b and isinstance(a, bool) == isinstance(b, bool)


class Check:
    def __init__(self, schema):
        self.schema, self.faults = schema, []

    def wrong(self, place, *words):
        self.faults.append(f"{place or '.'}: " + " ".join(map(str, words))[:300])

    def target(self, ref):
        at = self.schema
        for part in ref.removeprefix("#/").split("/"):
            at = at[part]
        return at

    def holds(self, place, value, rule):
        inner = Check(self.schema)
        inner.follow(place, value, rule)
        return not inner.faults

    def follow(self, place, value, rule):
        if rule is False:
            return self.wrong(place, "is not allowed here")
        if rule is True:
            return None
        types = rule.get("type", [])
        types = [types] if isinstance(types, str) else types
        if types and not any(of_type(value, t) for t in types):
            return self.wrong(place, "is", json.dumps(value)[:60], "and not of type", types)
        for word in rule:
            if word in SILENT or word == "type":
                continue
            if not hasattr(self, "on_" + word.replace("$", "")):
                self.wrong(place, "the schema has a word that is unknown here:", word)
                continue
            getattr(self, "on_" + word.replace("$", ""))(place, value, rule)
        return None

    def on_ref(self, place, value, rule):
        self.follow(place, value, self.target(rule["$ref"]))

    def on_const(self, place, value, rule):
        if not same(value, rule["const"]):
            self.wrong(place, "is", json.dumps(value)[:60], "and not", rule["const"])

    def on_enum(self, place, value, rule):
        if not any(same(value, one) for one in rule["enum"]):
            self.wrong(place, "is", json.dumps(value)[:60], "and none of", rule["enum"])

    def on_allOf(self, place, value, rule):
        for one in rule["allOf"]:
            self.follow(place, value, one)

    def on_anyOf(self, place, value, rule):
        if not any(self.holds(place, value, one) for one in rule["anyOf"]):
            last = Check(self.schema)
            last.follow(place, value, rule["anyOf"][-1])
            self.faults += last.faults

    def on_oneOf(self, place, value, rule):
        held = sum(self.holds(place, value, one) for one in rule["oneOf"])
        if held != 1:
            self.wrong(place, "follows", held, "of the forms, not one")

    def on_if(self, place, value, rule):
        branch = "then" if self.holds(place, value, rule["if"]) else "else"
        if branch in rule:
            self.follow(place, value, rule[branch])

    def on_required(self, place, value, rule):
        for key in rule["required"] if isinstance(value, dict) else []:
            if key not in value:
                self.wrong(place, "lacks", key)

    def on_properties(self, place, value, rule):
        for key in rule["properties"] if isinstance(value, dict) else []:
            if key in value:
                self.follow(f"{place}.{key}", value[key], rule["properties"][key])

    def on_additionalProperties(self, place, value, rule):
        for key in value if isinstance(value, dict) else []:
            if key not in rule.get("properties", {}):
                self.follow(f"{place}.{key}", value[key], rule["additionalProperties"])

    def on_propertyNames(self, place, value, rule):
        for key in value if isinstance(value, dict) else []:
            self.follow(f"{place}.{key}", key, rule["propertyNames"])

    def on_items(self, place, value, rule):
        for i, item in enumerate(value if isinstance(value, list) else []):
            self.follow(f"{place}[{i}]", item, rule["items"])

    def on_uniqueItems(self, place, value, rule):
        items = value if isinstance(value, list) else []
        texts = [json.dumps(one, sort_keys=True) for one in items]
        if len(set(texts)) != len(texts):
            self.wrong(place, "has an item twice")

    def on_minItems(self, place, value, rule):
        if isinstance(value, list) and len(value) < rule["minItems"]:
            self.wrong(place, "has", len(value), "items")

    def on_maxItems(self, place, value, rule):
        if isinstance(value, list) and len(value) > rule["maxItems"]:
            self.wrong(place, "has", len(value), "items")

    def on_minLength(self, place, value, rule):
        if isinstance(value, str) and len(value) < rule["minLength"]:
            self.wrong(place, "has length", len(value))

    def on_maxLength(self, place, value, rule):
        if isinstance(value, str) and len(value) > rule["maxLength"]:
            self.wrong(place, "has length", len(value))

    def on_pattern(self, place, value, rule):
        if isinstance(value, str) and not re.search(rule["pattern"], value):
            self.wrong(place, "is", json.dumps(value)[:60], "and not like", rule["pattern"])

    def on_minimum(self, place, value, rule):
        if of_type(value, "number") and value < rule["minimum"]:
            self.wrong(place, "is", value)

    def on_maximum(self, place, value, rule):
        if of_type(value, "number") and value > rule["maximum"]:
            self.wrong(place, "is", value)

    def on_exclusiveMinimum(self, place, value, rule):
        if of_type(value, "number") and value <= rule["exclusiveMinimum"]:
            self.wrong(place, "is", value)


def no_twice(pairs):
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def read(name):
    def not_json(word):
        raise ValueError(f"{word} is no JSON")

    with open(name, encoding="utf-8") as file:
        return json.load(file, object_pairs_hook=no_twice, parse_constant=not_json)


def faults_of(document, schema, definition=None):
    check = Check(schema)
    rule = {"$ref": f"#/$defs/{definition}"} if definition else schema
    check.follow("", document, rule)
    return check.faults


def open_objects(place, rule):
    """Places of a schema that describe an object and allow what they do not name."""
    found = []
    if isinstance(rule, list):
        for i, one in enumerate(rule):
            found += open_objects(f"{place}[{i}]", one)
    elif isinstance(rule, dict):
        if rule.get("type") == "object" and rule.get("additionalProperties", True) is True:
            found.append(f"{place}: allows what it does not name")
        for key, one in rule.items():
            found += open_objects(f"{place}/{key}", one)
    return found


def main(words):
    faults = []
    if words[:1] == ["--strict"]:
        for name in words[1:]:
            faults += [f"{name}: {fault}" for fault in open_objects("", read(name))]
        return faults, len(words) > 1
    name, _, definition = words[0].partition("#")
    schema = read(name)
    for file in words[1:]:
        try:
            found = faults_of(read(file), schema, definition)
        except ValueError as error:
            found = [str(error)]
        faults += [f"{file}: {fault}" for fault in found]
    return faults, len(words) > 1


if __name__ == "__main__":
    found, looked = main(sys.argv[1:])
    print("\n".join(found[:20]))
    sys.exit(bool(found) or not looked)
