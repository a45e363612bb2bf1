import { randomUUID } from 'node:crypto';
import { idPrefixes } from '@evict/case-model';
import { type Route, routes } from '@evict/contract';
import { credentialPrefixes, mintCredential } from '@evict/credentials';

/** Returns a valid body of an operation: the example in its schema. */
export function exampleBody({ body }: Route): unknown {
  return (body?.describe() as { meta?: { example?: unknown } } | undefined)?.meta?.example;
}

/** Returns a path of the operation with well-formed ids, or a token, that don't exist. */
export function pathToNothing({ path, params = {} }: Route): string {
  const token = () => `?token=${mintCredential(credentialPrefixes.calendar).secret}`;
  return Object.entries(params).reduce(
    (made, [name, kind]) =>
      made.replace(`{${name}}`, kind === 'stateCode' ? 'QQ' : `${idPrefixes[kind]}_${randomUUID()}`),
    path === routes.getCalendar.path
      ? path + token()
      : path === routes.getConnectionRequest.path
        ? `${path}?request=BBBB-BBBB`
        : path,
  );
}
