import { type CaseRecord, governingService, reportedCitation, type Transition } from '@evict/case-model';
import type { Transaction } from '../../database/transactions.ts';
import type { CommandText } from '../authority/written-commands.ts';

/** The law that attorneys cite for the end of a notice period: text, which Temporal must not see. */
export interface Citations {
  /** Of the attempt that ends the notice period; undefined where the transition states no reported period. */
  noticeCitation: string | undefined;
  /** Of the attempt that was put right; null where none was. */
  corrected: { from: string | null; to: string | null } | null;
}

/** The attempt whose service the command reports or puts right. */
export function reportedAttempt({ command, record }: Transition, before: CaseRecord | null): string | undefined {
  if (command.kind === 'correct_service') return command.attemptId;
  if (command.kind !== 'record_service') return undefined;
  const wasPending = (id: string) => before?.serviceAttempts.some((one) => one.id === id && one.status === 'pending');
  return record.serviceAttempts.find(({ id, status }) => status !== 'pending' && wasPending(id))?.id;
}

/** The citations that a transition records, from its text or as they were reported before. */
export async function citationsOf(
  transaction: Transaction,
  transition: Transition,
  { before, text }: { before: CaseRecord | null; text: CommandText },
): Promise<Citations> {
  const { caseId, command, events, record } = transition;
  const isReported = record.deadlines.some(({ id, citation }) => id === undefined && citation === reportedCitation);
  const isStated = isReported && events.some(({ action }) => action === 'start_cure_period');
  const governingId = isStated ? governingService(record, 'notice')?.attemptId : undefined;
  const correctedId = command.kind === 'correct_service' ? command.attemptId : undefined;
  const ids = [governingId, correctedId].filter((id) => id !== undefined);
  if (ids.length === 0) return { noticeCitation: undefined, corrected: null };
  const where = { caseId, id: { in: ids } };
  const rows = await transaction.serviceAttempt.findMany({ where, select: { id: true, citation: true } });
  const reportedId = reportedAttempt(transition, before);
  const keptOf = (id: string | undefined) => rows.find((row) => row.id === id)?.citation ?? null;
  const citationOf = (id: string | undefined) => (id === reportedId ? text.citation : undefined) ?? keptOf(id);
  return {
    noticeCitation: citationOf(governingId) ?? undefined,
    corrected: correctedId === undefined ? null : { from: keptOf(correctedId), to: citationOf(correctedId) },
  };
}
