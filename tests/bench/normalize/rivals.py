"""What Python's libraries make of tools: JSON Lines of input schemas in; for each library and dialect a line a tool
with the schema or the error, and one with the best time of three, out.

    pip install pydantic-ai-slim litellm google-genai openai anthropic
"""

import copy
import importlib.metadata
import json
import os
import sys
import time

# litellm fetches a list of prices from the network else.
os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")


def pydantic_ai():
    from pydantic_ai.profiles.google import GoogleJsonSchemaTransformer
    from pydantic_ai.profiles.openai import OpenAIJsonSchemaTransformer

    yield "openai", lambda schema: OpenAIJsonSchemaTransformer(schema, strict=False).walk()
    yield "openai-strict", lambda schema: OpenAIJsonSchemaTransformer(schema, strict=True).walk()
    yield "gemini", lambda schema: GoogleJsonSchemaTransformer(schema, strict=False).walk()


def litellm():
    from litellm.llms.anthropic.chat.transformation import AnthropicConfig
    from litellm.llms.vertex_ai.common_utils import _build_vertex_schema

    def anthropic(schema):
        tool = {"type": "function", "function": {"name": "t", "description": "d", "parameters": schema}}
        made = AnthropicConfig()._map_tool_helper(tool)
        return (made[0] if isinstance(made, tuple) else made)["input_schema"]

    yield "anthropic", anthropic
    yield "gemini-openapi", lambda schema: _build_vertex_schema(schema)


def google_genai():
    from google.genai import types

    def gemini(schema):
        made = types.Schema.from_json_schema(json_schema=types.JSONSchema.model_validate(schema))
        return made.model_dump(mode="json", exclude_none=True, by_alias=True)

    yield "gemini-openapi", gemini


def openai():
    from openai.lib._pydantic import _ensure_strict_json_schema

    yield "openai-strict", lambda schema: _ensure_strict_json_schema(schema, path=(), root=schema)


def anthropic():
    from anthropic import transform_schema

    yield "anthropic-strict", transform_schema


LIBRARIES = {
    "pydantic-ai-slim": pydantic_ai,
    "litellm": litellm,
    "google-genai": google_genai,
    "openai": openai,
    "anthropic": anthropic,
}


def main():
    schemas = [json.loads(line) for line in sys.stdin if line.strip()]
    for package, dialects in LIBRARIES.items():
        try:
            name = f"{package} {importlib.metadata.version(package)}"
            found = list(dialects())
        except Exception as error:  # a library that is not there is not measured
            print(json.dumps({"package": package, "missing": f"{type(error).__name__}: {error}"[:200]}))
            continue
        for dialect, convert in found:
            best = None
            for attempt in range(3):
                copies = [copy.deepcopy(schema) for schema in schemas]
                results = []
                start = time.process_time()  # other programs do not count
                for schema in copies:
                    try:
                        results.append((True, convert(schema)))
                    except Exception as error:
                        results.append((False, f"{type(error).__name__}: {error}"[:200]))
                took = time.process_time() - start
                best = took if best is None else min(best, took)
            for index, (ok, made) in enumerate(results):
                line = {"name": name, "dialect": dialect, "index": index}
                try:
                    print(json.dumps({**line, "schema" if ok else "error": made}))
                except (TypeError, ValueError, RecursionError) as error:
                    print(json.dumps({**line, "error": f"{type(error).__name__}: {error}"[:200]}))
            print(json.dumps({"name": name, "dialect": dialect, "tools": len(schemas), "seconds": best}))


if __name__ == "__main__":
    main()
