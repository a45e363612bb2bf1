import type { CaseFacts } from '@evict/case-model';
import type { QueueRow } from './attorney-reads.ts';
import type { EventRow } from './reads.ts';
import type { DocumentRow, LargeCase, ShownCase } from './types.ts';

/** The case as the interface shows it: facts as sent under `data`, with `progress` beside them. */
export function presentCase(row: ShownCase) {
  const { ground, entryPoint, ...facts } = row.facts;
  return {
    ...presentHead(row, { ground, entryPoint }),
    data: { ...facts, progress: presentProgress(row, ledgerBalance(row.facts)) },
    ...presentTail(row),
  };
}

/** The JSON text of the same for a large case: its facts are copied as they are, never parsed. */
export function writeLargeCase(row: LargeCase): Buffer {
  const facts = row.factsJson.slice(1, -1);
  const head = JSON.stringify(presentHead(row, row)).slice(0, -1);
  const progress = JSON.stringify(presentProgress(row, row.ledgerBalanceCents));
  const tail = JSON.stringify(presentTail(row)).slice(1);
  return Buffer.from(`${head},"data":{${facts}${facts === '' ? '' : ','}"progress":${progress}},${tail}`);
}

function presentHead(
  { id, mode, state, heldFrom, courtCaseNumber, packVersions }: Omit<ShownCase, 'facts'>,
  { ground, entryPoint }: Pick<CaseFacts, 'ground' | 'entryPoint'>,
) {
  return { id, mode, state, heldFrom, ground, entryPoint, courtCaseNumber, packVersions };
}

function presentTail(row: Omit<ShownCase, 'facts'>) {
  return {
    deadlines: row.deadlines,
    documents: row.documents.map(presentDocument),
    nextAction: row.nextAction,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function presentDocument({ id, kind, specId, filename, contentHash, createdAt }: DocumentRow) {
  return { id, kind, specId, filename, contentHash, createdAt: createdAt.toISOString() };
}

export function presentEvent({ createdAt, ...event }: EventRow) {
  return { ...event, createdAt: createdAt.toISOString() };
}

/** What an attorney's queue shows of a case: nothing that names anybody. */
export function presentQueueRow({ jurisdiction, county, attention, createdAt, updatedAt, ...row }: QueueRow) {
  return {
    ...row,
    jurisdiction: { state: jurisdiction, ...(county !== null && { county }) },
    attention: presentAttention(attention),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

export function presentAttention(reasons: string[]) {
  return { needed: reasons.length > 0, reasons };
}

/** A filing or an attempt to serve: all but the time is shown as it is kept. */
export function presentCourtRow<T extends { createdAt: Date }>({ createdAt, ...row }: T) {
  return { ...row, createdAt: createdAt.toISOString() };
}

function presentProgress(
  { progress, clock }: Pick<ShownCase, 'progress' | 'clock'>,
  ledgerBalanceCents: number | null,
) {
  return {
    ledgerBalanceCents,
    clock: clock.toISOString(),
    notice: progress.notice ?? null,
    hearing: progress.hearing ?? null,
    judgment: progress.judgment ?? null,
    withdrawal: progress.withdrawal ?? null,
    cureReports: progress.cureReports ?? [],
  };
}

/** Charges less payments; null without a ledger. A thousand rows of the largest amount pass 2^53: then it is rounded. */
function ledgerBalance({ ledger }: CaseFacts): number | null {
  if (!ledger) return null;
  return Number(
    ledger.reduce((sum, { type, amountCents }) => sum + BigInt(type === 'charge' ? amountCents : -amountCents), 0n),
  );
}
