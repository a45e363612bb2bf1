import type { AttachmentKind, CaseRecord, Command, ReviewDecision } from '../src/index.ts';
import { decide } from '../src/index.ts';
import { documentsUnderReview } from '../src/approvals.ts';
import { type Stage } from '../src/record.ts';
import { submission, draft, play, start, withDocuments } from './cases.ts';

/** Builds the commands of an attorney and of operators for tests of live cases. */

export const liveSubmission = (entryPoint: 'notice' | 'filing' = 'notice') =>
  submission({ entryPoint, jurisdiction: 'MD', packVersions: null });

export const operator = { operator: 'robin' } as const;
export const attorney = { attorneyId: 'usr_a', eligible: true } as const;

export const attach = (as: AttachmentKind, contentHash: string, replaces: readonly string[] = []) =>
  ({
    ...operator,
    kind: 'attach',
    as,
    document: {
      id: `doc_${contentHash}`,
      filename: `${contentHash}.pdf`,
      contentHash,
      contentType: 'application/pdf',
      sizeBytes: 1,
    },
    replaces,
    replacesAttached: true,
  }) as const;
export const attachedByAttorney = (as: AttachmentKind, contentHash: string) => {
  const { operator: _operator, ...command } = attach(as, contentHash);
  return { ...command, ...attorney } as const;
};
export const assign = (attorneyId: string, eligible = true) =>
  ({ ...operator, kind: 'assign', attorneyId, eligible, asksFirst: false }) as const;
const pending = {
  ...operator,
  kind: 'record_service',
  status: 'pending',
  method: 'personal',
  date: null,
  expires: null,
} as const;
export const sendNotice = { ...pending, stage: 'notice' } as const;
export const sendSummons = { ...pending, stage: 'summons' } as const;
const served = { ...pending, status: 'served', date: '2026-07-03', citation: 'Rule 1' } as const;
export const serveNotice = { ...served, stage: 'notice', expires: '2026-07-13' } as const;
export const serveSummons = { ...served, stage: 'summons' } as const;
const filing = { ...operator, kind: 'record_filing' } as const;
export const submitFiling = { ...filing, status: 'submitted' } as const;
export const acceptFiling = { ...filing, status: 'accepted' } as const;
export const rejectFiling = { ...filing, status: 'rejected' } as const;
export const hold = { ...operator, kind: 'hold' } as const;
export const resume = { ...operator, kind: 'resume' } as const;
export const withdraw = { kind: 'withdraw' } as const;

export const review = (decision: ReviewDecision, documentHashes: readonly string[], attorneyId = 'usr_a') =>
  ({ kind: 'review', attorneyId, eligible: true, decision, documentHashes, otherHashes: ['other'] }) as const;
export const approve = (...documentHashes: string[]) => review('approve', documentHashes);
export const outcome = (report: Extract<Command, { kind: 'outcome' }>['outcome']) =>
  ({ ...attorney, kind: 'outcome', outcome: report }) as const;

/** Plays commands that must be accepted, and adds the missing documents after each. */
export function playAll(record: CaseRecord, commands: readonly (Command | Step)[]): CaseRecord {
  return commands.reduce((current, command) => {
    const next = typeof command === 'function' ? command(current) : command;
    return withDocuments(play(current, next).record);
  }, withDocuments(record));
}

type Step = (record: CaseRecord) => Command;

/** Returns the attorney's approval of everything under review. */
export function approveAll(stage: Stage): Step {
  return (record) => review('approve', hashesOf(record, stage), record.attorneyId ?? 'nobody');
}

/** Returns the hashes that an approval of the stage must name. */
export function hashesOf(record: CaseRecord, stage: Stage): string[] {
  return documentsUnderReview(record, stage)?.map(({ contentHash }) => contentHash) ?? [];
}

/** Returns the code of a refusal, or `ok`. By default, the command is given 60 days after `start`. */
export function codeOf(record: CaseRecord, command: Command, now: number = start + 60 * 86_400_000): string {
  const decision = decide(record, command, { now, uuid: () => crypto.randomUUID() });
  return decision.ok ? 'ok' : decision.code;
}

export const submit = (entryPoint: 'notice' | 'filing' = 'notice', changes: Parameters<typeof submission>[0] = {}) =>
  ({ kind: 'submit', attorneyLapsed: false, submission: { ...liveSubmission(entryPoint), ...changes } }) as const;
export const engage = { kind: 'engage', attorneyId: 'usr_a' } as const;

/** Returns a case under review with only its summary. */
export const summaryInReview = (entryPoint: 'notice' | 'filing' = 'notice') =>
  playAll(draft('live'), [submit(entryPoint), engage]);

/** Returns a case under review with its summary and the paper of the stage. */
export const inReview = (entryPoint: 'notice' | 'filing' = 'notice') =>
  playAll(summaryInReview(entryPoint), [attach(entryPoint, `${entryPoint}-paper`)]);

/** Returns a case against two defendants whose paper was approved. */
export const approvedOfTwo = (entryPoint: 'notice' | 'filing') =>
  playAll(draft('live'), [
    submit(entryPoint, { defendants: [1, 2] }),
    engage,
    attach(entryPoint, 'paper'),
    approveAll(entryPoint),
  ]);

/** A case whose notice is out for service. */
export const noticeOut = playAll(inReview(), [approveAll('notice'), sendNotice]);
/** A case whose notice period is running. */
export const inPeriod = playAll(noticeOut, [serveNotice]);
/** A case whose complaint the court has accepted. */
export const atCourt = playAll(inReview('filing'), [approveAll('filing'), submitFiling, acceptFiling]);
