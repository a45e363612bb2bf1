import { randomUUID } from 'node:crypto';
import { idOf, idPrefixes, type IdKind } from '@evict/case-model';

/** A new id, for example `case_0b8f…`, or the id for a given UUID. The prefix names the kind. */
export function newId(kind: IdKind, uuid: string = randomUUID()): string {
  return idOf(kind, uuid);
}

/** SQL for a new id in each row of a statement. */
export function newIdSql(kind: IdKind): string {
  return `'${idPrefixes[kind]}_' || gen_random_uuid()`;
}
