import type { CaseRecord } from '../record.ts';
import type { Directive } from '../vocabulary.ts';
import type { Turn } from '../turn.ts';

/** Whether a directive is in the facts and has not fired yet. */
export function isArmed(record: CaseRecord, directive: Directive): boolean {
  return (record.submission?.directives.includes(directive) ?? false) && !record.fired.includes(directive);
}

/** Fires an armed directive; each fires at most once per case. */
export function fires(turn: Turn, directive: Directive): boolean {
  if (!isArmed(turn.record, directive)) return false;
  turn.patch({ fired: [...turn.record.fired, directive] });
  return true;
}
