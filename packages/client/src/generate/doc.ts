import type { Operation } from './model.ts';

/** The paragraphs that document an operation, as the reference page has them. */
export function operationDoc({
  summary,
  description,
  method,
  path,
  responseDescription,
  ...rest
}: Operation): string[] {
  const { takesIdempotencyKey, errors } = rest;
  const byStatus = errors.map(({ status, code }) => `${status} \`${code}\``).join(', ');
  return [
    `${summary}.`,
    description,
    `Returns: ${responseDescription}`,
    `Errors: ${byStatus}.`,
    `\`${method} ${path}\`${takesIdempotencyKey ? ', with an `Idempotency-Key`' : ''}`,
  ];
}

/** The name of the function that iterates over a list: `listCases` becomes `iterateCases`. */
export function iteratorId(operationId: string): string {
  return `iterate${operationId.replace(/^list/u, '')}`;
}

/** `not_found` becomes `NotFoundError`. */
export function errorClass(code: string): string {
  const words = code.split('_').map(capitalized);
  return `${words.join('')}Error`;
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
