/** Writes the generated part of the TypeScript client. */
import type { Description, Language, Operation, Schema } from './description.ts';
import { indented, iteratorDoc, iteratorId, typeText } from './description.ts';

const notice = '/** Generated from the OpenAPI description: change the contract, not this file. */\n';

const language: Language = {
  words: { any: 'unknown', integer: 'number', object: 'Record<string, unknown>' },
  literal: (values) => values.map((value) => `'${value}'`).join(' | '),
  list: (item) => `Array<${item}>`,
  object: (fields) => {
    const lines = fields.map(({ name, schema, required }) => {
      return `${comment(schema.description)}${name}${required ? '' : '?'}: ${typeOf(schema)};`;
    });
    return `{\n${indented(lines.join('\n'), 2)}\n}`;
  },
};

/** Returns the contents of the generated files by name. */
export function typeScriptFiles({ schemas, operations, errors }: Description): Record<string, string> {
  const types = Object.entries(schemas).map(([name, schema]) => {
    const type = schema.properties ? `interface ${name} ${typeOf(schema)}` : `type ${name} = ${typeOf(schema)};`;
    return `${comment(schema.description)}export ${type}\n`;
  });
  const calls = operations.map(({ id, method, path, takesIdempotencyKey, returnsBytes }) => {
    return `  ${id}: ${JSON.stringify({ method, path, takesIdempotencyKey, returnsBytes })},`;
  });
  const iterators = operations.flatMap(({ id, pages }) =>
    pages ? [`  ${iteratorId(id)}: { id: '${id}', endless: ${pages.endless} },`] : [],
  );
  const classes = errors.map(({ code, className, doc }) => {
    return `${comment(doc)}export class ${className} extends ApiError {\n  declare readonly code: '${code}';\n}\n`;
  });
  const classByCode = errors.map(({ code, className }) => `  ['${code}', ${className}],`);
  return {
    'types.ts': `${notice}
import type { CallOptions, FollowOptions, IterateOptions, Sendable } from '../options.ts';
import type { Paged } from '../paging.ts';

${types.join('\n')}
/** One function per operation, named by its operationId. Each paged list also has a function that iterates over it. */
export interface Client {
${indented(operations.flatMap(functionsOf).join('\n'), 2)}
}
`,
    'calls.ts': `${notice}
export const calls = {\n${calls.join('\n')}\n} as const;

export const iterators = {\n${iterators.join('\n')}\n} as const;
`,
    'errors.ts': `${notice}
import { ApiError } from '../api-error.ts';

${classes.join('\n')}
export const errorClasses = new Map<string, typeof ApiError>([\n${classByCode.join('\n')}\n]);
`,
  };
}

/** Writes an operation's function. A paged list also gets a function that iterates over it. */
function functionsOf({ id, doc, input, response, returnsBytes, pages }: Operation): string[] {
  const type = input.length > 0 ? `Sendable<${language.object(input, '', undefined)}>` : 'Record<string, never>';
  const parameter = `input${input.some(({ required }) => required) ? '' : '?'}: ${type}`;
  const result = response ? typeOf(response) : returnsBytes ? 'Uint8Array' : 'undefined';
  const call = `${comment(...doc)}readonly ${id}: (${parameter}, options?: CallOptions) => Promise<${result}>;`;
  if (!pages) return [call];
  const options = pages.endless ? 'FollowOptions' : 'IterateOptions';
  const iterate = `(${parameter}, options?: ${options}) => Paged<${typeOf(pages.item)}>`;
  return [call, `${comment(...iteratorDoc(pages))}readonly ${iteratorId(id)}: ${iterate};`];
}

function typeOf(schema: Schema): string {
  return typeText(schema, language, '');
}

/** Writes a doc comment that ends with a line break. Returns an empty string if there are no paragraphs. */
function comment(...paragraphs: (string | undefined)[]): string {
  const text = paragraphs.join('\n\n').replaceAll('*/', '*\\/');
  if (text === '') return '';
  return text.includes('\n') ? `/**\n${text.replaceAll(/^/gmu, ' * ')}\n */\n` : `/** ${text} */\n`;
}
