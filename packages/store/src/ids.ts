import { randomUUID } from 'node:crypto';
import { idOf, idPrefixes, type IdKind } from '@evict/case-model';

/** An id, for example `case_0b8f…`; the prefix says what it names. New, unless its UUID is given. */
export function newId(kind: IdKind, uuid: string = randomUUID()): string {
  return idOf(kind, uuid);
}

/** SQL for a new id in each row of a statement. */
export function newIdSql(kind: IdKind): string {
  return `'${idPrefixes[kind]}_' || gen_random_uuid()`;
}
