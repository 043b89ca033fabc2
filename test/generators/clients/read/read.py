"""Reads responses with values that the document does not know yet, and prints those whose values are kept."""

import importlib
import json
import sys

models = importlib.import_module(sys.argv[1])
with open("later-values.json") as file:
    values = json.load(file)
for name, value in values.items():
    read = getattr(models, name).from_dict(value).to_dict()
    if json.dumps(read, default=str).count("added_later") == json.dumps(value).count("added_later"):
        print(name)
