import type { RulePack } from '@evict/jurisdictions';
import type { CaseFacts, DocumentPurpose, EntryPoint, Ground, IsoDate } from '../facts.ts';
import type { Mode, Track } from '../mode.ts';

/** What the gates judge. The facts have passed the input schema: dates are real days, amounts whole cents. */
export interface GateInput {
  mode: Mode;
  facts: CaseFacts;
  /** The purposes of the documents uploaded so far. */
  documentPurposes: readonly DocumentPurpose[];
  /** Their names, which papers print. */
  filenames?: readonly string[];
  today: GateDates;
}

export interface GateDates {
  /** A date after this one lies in the future. */
  utc: IsoDate;
  /** A period or term is over when its last day is before this one. */
  elapsed: IsoDate;
}

export interface GateContext extends GateInput {
  /** The rules of a sandbox case; null wherever an attorney knows the law, not we. */
  pack: RulePack | null;
}

export type Verdict =
  | { status: 'pass' }
  | { status: 'not_applicable' }
  /** The reason is shown to the customer, in plain words. */
  | { status: 'fail' | 'warn'; reason: string };

/** One row of the table of gates. */
export interface Gate {
  name: string;
  /** The cases that the gate is about; for all others it is `not_applicable`. */
  only?: { track?: Track; ground?: Ground; entryPoint?: EntryPoint };
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

/** Fails with all reasons together, so that nobody has to send a case again to find the next one. */
export function failForAny(reasons: readonly (string | false)[]): Verdict {
  const found = reasons.filter((reason) => reason !== false);
  return found.length === 0 ? pass : fail(found.join(' '));
}
