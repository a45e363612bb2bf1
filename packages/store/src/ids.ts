import { randomUUID } from 'node:crypto';
import { idOf, type IdKind } from '@evict/case-model';

/** An id, for example `case_0b8f…`; the prefix says what it names. New, unless its UUID is given. */
export function newId(kind: IdKind, uuid: string = randomUUID()): string {
  return idOf(kind, uuid);
}
