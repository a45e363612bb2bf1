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
 * Evaluates every gate for a draft in a fixed order, including those that don't apply. It is pure: the same facts on
 * the same day give the same results. It never throws for facts that pass the input schema.
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

/** An upload of a draft. */
type Upload = { readonly purpose: DocumentPurpose; readonly filename: string; readonly needsPassword?: boolean };

/** Evaluates the gates of a draft with its uploads, at a time on the case's clock in epoch milliseconds. */
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
 * The reference days of the gates, from the case's clock in epoch milliseconds. A live period has ended once it has
 * ended in the westernmost US time zone. A sandbox case uses its own clock in UTC.
 */
export function gateDates(mode: Mode, nowMs: number): GateDates {
  return { utc: dateOf(nowMs), elapsed: isSandbox({ mode }) ? dateOf(nowMs) : lastZoneDay(nowMs) };
}

function applies({ only = {} }: Gate, { mode, facts }: GateContext): boolean {
  if (only.mode !== undefined && only.mode !== mode) return false;
  if (only.ground !== undefined && only.ground !== facts.ground) return false;
  return only.entryPoint === undefined || only.entryPoint === facts.entryPoint;
}
