import { randomUUID } from 'node:crypto';
import type { Route } from '@evict/contract';

/** A valid body of an operation: the example of its description. */
export function exampleBody({ body }: Route): unknown {
  return (body?.describe() as { meta?: { example?: unknown } } | undefined)?.meta?.example;
}

/** A path of the operation with well-formed ids of nothing. */
export function pathToNothing({ path, params = {} }: Route): string {
  const prefixes: Record<string, string> = {
    case: 'case',
    document: 'doc',
    apiKey: 'key',
    charge: 'chg',
    note: 'note',
    webhookEndpoint: 'we',
    user: 'usr',
    webhookDelivery: 'whd',
  };
  return Object.entries(params).reduce(
    (made, [name, kind]) => made.replace(`{${name}}`, `${prefixes[kind] ?? kind}_${randomUUID()}`),
    path,
  );
}
