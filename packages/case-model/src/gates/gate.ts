import type { RulePack } from '@evict/jurisdictions';
import type { CaseFacts, DocumentPurpose, EntryPoint, Ground, IsoDate } from '../facts.ts';
import type { Mode } from '../mode.ts';

/**
 * The input of the gates. The facts have already passed the input schema, so dates are real days and amounts are whole
 * cents.
 */
export interface GateInput {
  mode: Mode;
  facts: CaseFacts;
  documentPurposes: readonly DocumentPurpose[];
  /** The uploads' file names, which are printed in documents. */
  filenames?: readonly string[];
  /** The indexes of the uploads that need a password. */
  lockedFiles?: readonly number[];
  today: GateDates;
}

export interface GateDates {
  /** Today in UTC. Any later date is in the future. */
  utc: IsoDate;
  /** A period or term is over if its last day is before this day. */
  elapsed: IsoDate;
}

export interface GateContext extends GateInput {
  /** The rule pack for a sandbox case. Null for a live case, whose law the attorney reports. */
  pack: RulePack | null;
}

export type Verdict =
  /** The reason is shown to the customer. */
  { status: 'pass'; reason?: string } | { status: 'not_applicable' } | { status: 'fail' | 'warn'; reason: string };

/** A gate: its name, the cases to which it applies, and its check. */
export interface Gate {
  name: string;
  /** The gate is `not_applicable` in any other case. */
  only?: { mode?: Mode; ground?: Ground; entryPoint?: EntryPoint };
  /** Lists the gate in the results only if it fails or warns. For gates that seldom do. */
  hideUnlessFailing?: true;
  check(context: GateContext): Verdict;
}

export interface GateResult {
  gate: string;
  status: Verdict['status'];
  reason?: string;
}

export interface GateResults {
  /** Whether no gate fails. */
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

/** Fails with all given reasons at once, so the customer can fix them together. Passes if there are none. */
export function failForAny(reasons: readonly (string | false)[]): Verdict {
  return judged(fail, reasons);
}

/** Warns with all given reasons at once. Passes if there are none. */
export function warnForAny(reasons: readonly (string | false)[]): Verdict {
  return judged(warn, reasons);
}

function judged(verdict: (reason: string) => Verdict, reasons: readonly (string | false)[]): Verdict {
  const found = reasons.filter((reason) => reason !== false);
  return found.length === 0 ? pass : verdict(found.join(' '));
}

/**
 * Returns the input paths of the first five matching items, such as `ledger[0], ledger[3]`, and says how many more
 * match. Empty if none matches.
 */
export function firstOf<Item>(path: `${string}[]${string}`, items: readonly Item[], matches: (item: Item) => boolean) {
  const paths = items.flatMap((item, index) => (matches(item) ? [path.replace('[]', `[${index}]`)] : []));
  const shown = paths.slice(0, 5).join(', ');
  return paths.length > 5 ? `${shown} and ${paths.length - 5} more` : shown;
}
