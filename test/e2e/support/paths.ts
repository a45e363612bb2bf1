import { randomUUID } from 'node:crypto';
import { idPrefixes } from '@evict/case-model';
import type { Route } from '@evict/contract';

/** A valid body of an operation: the example of its description. */
export function exampleBody({ body }: Route): unknown {
  return (body?.describe() as { meta?: { example?: unknown } } | undefined)?.meta?.example;
}

/** A path of the operation with well-formed ids of nothing. */
export function pathToNothing({ path, params = {} }: Route): string {
  return Object.entries(params).reduce(
    (made, [name, kind]) => made.replace(`{${name}}`, `${idPrefixes[kind]}_${randomUUID()}`),
    path,
  );
}
