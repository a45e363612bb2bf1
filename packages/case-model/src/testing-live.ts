import type { CaseRecord, Command } from './index.ts';
import { brief, draft, play } from './testing.ts';

/** Builders for tests of live cases: what an attorney and the operators report. */

export const liveBrief = (entryPoint: 'notice' | 'filing' = 'notice') =>
  brief({ entryPoint, jurisdiction: 'MD', packVersions: null, noticeFactsVersion: 1 });

export const document = (contentHash: string) => ({ id: `doc_${contentHash}`, contentHash });
export const operator = { operator: 'usr_ops' } as const;
export const served = {
  ...operator,
  kind: 'record_service',
  status: 'served',
  method: 'personal',
  date: '2026-07-03',
} as const;
export const pending = {
  ...operator,
  kind: 'record_service',
  status: 'pending',
  method: 'personal',
  date: null,
  deadline: null,
} as const;
export const filing = { ...operator, kind: 'record_filing', rejectionCodes: [] } as const;
export const approve = (...documentHashes: string[]) =>
  ({
    kind: 'review',
    attorneyId: 'usr_a',
    eligible: true,
    decision: 'approve',
    documentHashes,
    otherHashes: ['other'],
  }) as const;
export const outcome = (report: Extract<Command, { kind: 'outcome' }>['outcome']) =>
  ({ kind: 'outcome', attorneyId: 'usr_a', eligible: true, outcome: report }) as const;

export function playAll(record: CaseRecord, commands: readonly Command[]): CaseRecord {
  return commands.reduce((current, command) => play(current, command).record, record);
}

export const inReview = (entryPoint: 'notice' | 'filing' = 'notice') =>
  playAll(draft('live'), [
    { kind: 'submit', brief: liveBrief(entryPoint) },
    { kind: 'engage', attorneyId: 'usr_a' },
    { ...operator, kind: 'attach', stage: entryPoint, documents: [document('summary')] },
  ]);
