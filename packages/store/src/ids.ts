import { randomUUID } from 'node:crypto';
import { idOf, idPrefixes, type IdKind } from '@evict/case-model';

/** Returns a new id such as `case_0b8f…`, or the id for a given UUID. The prefix shows the kind. */
export function newId(kind: IdKind, uuid: string = randomUUID()): string {
  return idOf(kind, uuid);
}

/** Returns SQL that generates a new id for each row of a statement. */
export function newIdSql(kind: IdKind): string {
  return `'${idPrefixes[kind]}_' || gen_random_uuid()`;
}
