/** Writes the generated part of the Python client. */
import type { Description, Language, Operation, Schema } from './description.ts';
import { capitalized, indented, iteratorDoc, iteratorId, typeText } from './description.ts';

const head = `"""Generated from the OpenAPI description: change the contract, not this file."""

from __future__ import annotations
`;

/** Returns the contents of the generated files by name. */
export function pythonFiles({ schemas, operations, errors }: Description): Record<string, string> {
  // Classes have to be defined before the types that use them. If a schema becomes a class, its text is just the class
  // name.
  const classes: string[] = [];
  const language = pythonTypes(classes);
  const types = Object.entries(schemas).map(([name, schema]) => ({ name, text: typeText(schema, language, name) }));
  const others = types.filter(({ name, text }) => text !== name).map(({ name, text }) => `${name} = ${text}\n`);
  const methods = operations.flatMap((operation) => methodsOf(operation, (schema) => typeText(schema, language, '')));
  const errorClasses = errors.map(({ className, doc }) => `class ${className}(ApiError):\n${docstring([doc])}\n`);
  const classByCode = errors.map(({ code, className }) => `    "${code}": ${className},`);
  return {
    '__init__.py': '',
    'types.py': `${head}
from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:  # part of typing only from Python 3.11 on
    from typing_extensions import NotRequired

${[...classes, ...others].join('\n')}`,
    'operations.py': `${head}
from collections.abc import Sequence
from typing import Any, Literal

from .._paging import Paged
from .types import *  # noqa: F403


class Operations:
    """One method per operation of the API. \`timeout\` is the number of seconds to wait for the next byte from the service."""

    def _call(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError

${indented(methods.join('\n'), 4)}`,
    'errors.py': `${head}
from .._errors import ApiError

${errorClasses.join('\n')}
ERROR_CLASSES: dict[str, type[ApiError]] = {\n${classByCode.join('\n')}\n}
`,
  };
}

/** Adds a class to `classes` for each object. An object without a name is named after the field that contains it. */
function pythonTypes(classes: string[]): Language {
  const language: Language = {
    words: {
      any: 'Any',
      boolean: 'bool',
      integer: 'int',
      null: 'None',
      number: 'float',
      object: 'dict[str, Any]',
      string: 'str',
    },
    literal: (values) => `Literal[${values.map((value) => `"${value}"`).join(', ')}]`,
    list: (item) => `list[${item}]`,
    object: (fields, name, description) => {
      if (fields.some((field) => reservedWords.has(field.name))) {
        classes.push(callOf(name, fields, language));
        return name;
      }
      const lines = fields.map((field) => {
        const type = typeText(field.schema, language, name + capitalized(field.name));
        const line = `    ${field.name}: ${field.required ? type : `NotRequired[${type}]`}\n`;
        return field.schema.description ? `${line}${docstring([field.schema.description])}\n` : line;
      });
      const doc = description ? `${docstring([description])}\n\n` : '';
      classes.push(`class ${name}(TypedDict):\n${doc}${lines.join('')}\n`);
      return name;
    },
  };
  return language;
}

const reservedWords = new Set(
  'and as class def del for from global if import in is lambda not or pass with'.split(' '),
);

/** Writes a class as a function call, because one of its fields has a name that isn't allowed in a class body. */
function callOf(name: string, fields: Parameters<Language['object']>[0], language: Language): string {
  const lines = fields.map(({ name: field, schema, required }) => {
    const type = typeText(schema, language, name + capitalized(field));
    return `        "${field}": ${JSON.stringify(required ? type : `NotRequired[${type}]`)},\n`;
  });
  return `${name} = TypedDict(\n    "${name}",\n    {\n${lines.join('')}    },\n)\n`;
}

/** Writes an operation's method. A paged list also gets a method that iterates over it. */
function methodsOf(operation: Operation, typeOf: (schema: Schema) => string): string[] {
  const { id, method, path, input, response, returnsBytes, takesIdempotencyKey, pages } = operation;
  const fields = input.map(({ name, schema, required }) => {
    const type = typeOf(schema).replace(/^list\[/u, 'Sequence[');
    const parameter = `${snakeCase(name)}: ${type}${required ? '' : ' | None = None'}`;
    const isInQuery = name !== 'body' && !path.includes(`{${name}}`);
    return { name, variable: snakeCase(name), parameter, isInQuery, description: schema.description };
  });
  const query = fields.filter(({ isInQuery }) => isInQuery);
  const signature = (name: string, option: string | null, result: string) => {
    const inOrder = fields.filter(({ isInQuery }) => !isInQuery).map(({ parameter }) => parameter);
    const keywords = [...query.map(({ parameter }) => parameter), ...(option === null ? [] : [option])];
    const parameters = ['self', ...inOrder, '*', ...keywords, 'timeout: float | None = None'];
    return `def ${snakeCase(name)}(\n    ${parameters.join(',\n    ')},\n) -> ${result}:`;
  };
  const result = response ? typeOf(response) : returnsBytes ? 'bytes' : 'None';
  const parametersDoc = query.flatMap(({ variable, description }) =>
    description === undefined ? [] : [`\`${variable}\`: ${description}`],
  );
  const values = fields.map(({ name, variable }) => `"${name}": ${variable}`).join(', ');
  const key = takesIdempotencyKey ? ', takes_key=True, idempotency_key=idempotency_key' : '';
  const bytes = returnsBytes ? ', returns_bytes=True' : '';
  const call = `${signature(id, takesIdempotencyKey ? 'idempotency_key: str | None = None' : null, result)}
${docstring([...operation.doc, ...parametersDoc])}
    return self._call("${id}", "${method}", "${path}", {${values}}${key}${bytes}, timeout=timeout)
`;
  if (!pages) return [call];
  const given = fields.map(({ variable }) => `${variable}=${variable === 'cursor' ? 'at' : variable}, `).join('');
  const follow = pages.endless ? 'follow_seconds: float | None = None' : null;
  const iterate = `${signature(iteratorId(id), follow, `Paged[${typeOf(pages.item)}, ${result}]`)}
${docstring(iteratorDoc(pages))}
    load = lambda at: self.${snakeCase(id)}(${given}timeout=timeout)
    return Paged(load, cursor${pages.endless ? ', endless=True, follow_seconds=follow_seconds' : ''})
`;
  return [call, iterate];
}

/** Converts `docId` to `doc_id`. */
function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

/** Writes a docstring, indented by four spaces as in a class or a function. */
function docstring(paragraphs: readonly string[]): string {
  const text = paragraphs.join('\n\n').replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"');
  return indented(text.includes('\n') ? `"""${text}\n"""` : `"""${text.replace(/"$/u, '\\"')}"""`, 4);
}
