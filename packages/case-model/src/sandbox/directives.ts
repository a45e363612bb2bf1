import type { CaseRecord } from '../record.ts';
import type { Directive } from '../vocabulary.ts';
import type { Turn } from '../turn.ts';

/** Whether the facts contain a directive that hasn't fired yet. */
export function isArmed(record: CaseRecord, directive: Directive): boolean {
  return (record.submission?.directives.includes(directive) ?? false) && !record.fired.includes(directive);
}

/** Fires a directive if the facts contain it and it hasn't fired yet. Returns whether it fired. */
export function fires(turn: Turn, directive: Directive): boolean {
  if (!isArmed(turn.record, directive)) return false;
  turn.patch({ fired: [...turn.record.fired, directive] });
  return true;
}
