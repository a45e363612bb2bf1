import { dateOf } from '@evict/jurisdictions';
import { lastZoneDay } from '../last-zone.ts';
import type { CaseFacts, DocumentPurpose } from '../facts.ts';
import { isSandbox, type Mode } from '../mode.ts';
import { rulesFor } from '../packs.ts';
import {
  type Gate,
  type GateContext,
  type GateDates,
  type GateInput,
  type GateResult,
  type GateResults,
  notApplicable,
} from './gate.ts';
import { gates } from './table.ts';

/**
 * Evaluates all gates for a draft, in a fixed order. Gates that don't apply are `not_applicable`. It is pure: the same
 * facts on the same day give the same results. It never throws for facts that pass the input schema.
 */
export function evaluateGates(input: GateInput): GateResults {
  const context: GateContext = { ...input, pack: rulesFor(input.mode, input.facts.property.state) };
  const results = gates.flatMap((gate): GateResult[] => {
    const verdict = applies(gate, context) ? gate.check(context) : notApplicable;
    const isFailing = verdict.status === 'fail' || verdict.status === 'warn';
    return gate.hideUnlessFailing && !isFailing ? [] : [{ gate: gate.name, ...verdict }];
  });
  return { passed: results.every(({ status }) => status !== 'fail'), results };
}

type Upload = { readonly purpose: DocumentPurpose; readonly filename: string; readonly needsPassword?: boolean };

/** Evaluates the gates for a draft and its uploads. `caseTime` is in epoch milliseconds on the case's clock. */
export function judgeDraft(
  { mode, facts, uploads }: { mode: Mode; facts: CaseFacts; uploads: readonly Upload[] },
  caseTime: number,
): GateResults {
  const documentPurposes = uploads.map(({ purpose }) => purpose);
  const filenames = uploads.map(({ filename }) => filename);
  const lockedFiles = uploads.flatMap(({ needsPassword }, index) => (needsPassword ? [index] : []));
  return evaluateGates({ mode, facts, documentPurposes, filenames, lockedFiles, today: gateDates(mode, caseTime) });
}

/**
 * Returns the days with which the gates compare dates. `nowMs` is in epoch milliseconds on the case's clock. In a live
 * case, a period has ended once its last day is over in every US state. A sandbox case uses UTC.
 */
export function gateDates(mode: Mode, nowMs: number): GateDates {
  return { utc: dateOf(nowMs), elapsed: isSandbox({ mode }) ? dateOf(nowMs) : lastZoneDay(nowMs) };
}

function applies({ only = {} }: Gate, { mode, facts }: GateContext): boolean {
  if (only.mode !== undefined && only.mode !== mode) return false;
  if (only.ground !== undefined && only.ground !== facts.ground) return false;
  return only.entryPoint === undefined || only.entryPoint === facts.entryPoint;
}
