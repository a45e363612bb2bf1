import { evaluateGates, gateDates, type GateResults } from '@evict/case-model';
import type { CaseRow } from './types.ts';

/** The current gates of a draft; for a submitted case those frozen at submit. */
export function gatesOf(row: CaseRow): GateResults {
  if (row.state !== 'draft' && row.gates) return row.gates;
  const uploads = row.documents.filter(({ purpose }) => purpose !== null);
  const documentPurposes = uploads.flatMap(({ purpose }) => purpose ?? []);
  const filenames = uploads.map(({ filename }) => filename);
  const today = gateDates(row.mode, caseTime(row));
  return evaluateGates({ mode: row.mode, facts: row.facts, documentPurposes, filenames, today });
}

/** The case's clock in epoch milliseconds: the database's, plus the offset of a test case. */
function caseTime({ clockAheadMs }: CaseRow): number {
  return Date.now() + clockAheadMs;
}
