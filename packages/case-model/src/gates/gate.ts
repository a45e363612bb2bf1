import type { RulePack } from '@evict/jurisdictions';
import type { CaseFacts, DocumentPurpose, EntryPoint, Ground, IsoDate } from '../facts.ts';
import type { Mode } from '../mode.ts';

/** The input of the gates. The facts have passed the input schema: dates are real days, and amounts are whole cents. */
export interface GateInput {
  mode: Mode;
  facts: CaseFacts;
  /** The purposes of the uploaded documents. */
  documentPurposes: readonly DocumentPurpose[];
  /** Their file names, which documents print. */
  filenames?: readonly string[];
  /** The indexes of those that need a password. */
  lockedFiles?: readonly number[];
  today: GateDates;
}

export interface GateDates {
  /** Any later date is in the future. */
  utc: IsoDate;
  /** A period or term is over if its last day is before this one. */
  elapsed: IsoDate;
}

export interface GateContext extends GateInput {
  /** The rules of a sandbox case. Null for a live case, whose law the attorney reports. */
  pack: RulePack | null;
}

export type Verdict =
  /** The reason is shown to the customer. */
  { status: 'pass'; reason?: string } | { status: 'not_applicable' } | { status: 'fail' | 'warn'; reason: string };

/** A gate: its name, the cases that it applies to, and its check with the text for the customer. */
export interface Gate {
  name: string;
  /** For other cases the gate is `not_applicable`. */
  only?: { mode?: Mode; ground?: Ground; entryPoint?: EntryPoint };
  /** For gates that few cases meet: results list it only if it fails or warns. */
  hideUnlessFailing?: true;
  check(context: GateContext): Verdict;
}

export interface GateResult {
  gate: string;
  status: Verdict['status'];
  reason?: string;
}

export interface GateResults {
  /** True when no gate fails. */
  passed: boolean;
  results: GateResult[];
}

export const pass: Verdict = { status: 'pass' };

export const notApplicable: Verdict = { status: 'not_applicable' };

export function fail(reason: string): Verdict {
  return { status: 'fail', reason };
}

export function warn(reason: string): Verdict {
  return { status: 'warn', reason };
}

/** Fails with all reasons at once, so that the customer can fix them together. */
export function failForAny(reasons: readonly (string | false)[]): Verdict {
  return judged(fail, reasons);
}

/** Warns with all reasons at once. */
export function warnForAny(reasons: readonly (string | false)[]): Verdict {
  return judged(warn, reasons);
}

function judged(verdict: (reason: string) => Verdict, reasons: readonly (string | false)[]): Verdict {
  const found = reasons.filter((reason) => reason !== false);
  return found.length === 0 ? pass : verdict(found.join(' '));
}

/** The input paths of the first five matching items, such as `ledger[0], ledger[3]`. Empty if none matches. */
export function firstOf<Item>(path: `${string}[]${string}`, items: readonly Item[], matches: (item: Item) => boolean) {
  const paths = items.flatMap((item, index) => (matches(item) ? [path.replace('[]', `[${index}]`)] : []));
  const shown = paths.slice(0, 5).join(', ');
  return paths.length > 5 ? `${shown} and ${paths.length - 5} more` : shown;
}
