import { evaluateGates, gateDates, type GateResults } from '@evict/case-model';
import type { CaseRow } from './types.ts';

/** The gates of a draft as it stands now; for a submitted case those frozen at its submit. */
export function gatesOf(row: CaseRow): GateResults {
  if (row.state !== 'draft' && row.gates) return row.gates;
  const documentPurposes = row.documents.flatMap(({ purpose }) => purpose ?? []);
  const today = gateDates(row.mode, caseTime(row));
  return evaluateGates({ mode: row.mode, facts: row.facts, documentPurposes, today });
}

/** The case's clock now, in epoch milliseconds: the wall clock, and for a test case what `advance` added to it. */
function caseTime({ clockAheadMs }: CaseRow): number {
  return Date.now() + clockAheadMs;
}
