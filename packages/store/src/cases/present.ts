import { type CaseFacts, shownNextAction } from '@evict/case-model';
import type { QueueRow } from './attorney-reads.ts';
import type { CaseJson } from './case-json.ts';
import type { EventRow } from './reads.ts';
import type { CaseRow, DocumentRow } from './types.ts';

/** The case as a response: facts under `data`, with `progress` beside them. */
export function presentCase(row: CaseRow) {
  const { id, mode, state, heldFrom, courtCaseNumber, reference, attorney, packVersions, deadlines } = row;
  const { ground, entryPoint, ...facts } = row.facts;
  return {
    id,
    mode,
    state,
    heldFrom,
    ground,
    entryPoint,
    courtCaseNumber,
    reference,
    attorney,
    packVersions,
    data: { ...facts, progress: presentProgress(row, ledgerBalance(row.facts)) },
    deadlines,
    documents: row.documents.map(presentDocument),
    nextAction: shownNextAction(row.nextAction, Date.now()),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** The same response as JSON text. Copies JSON columns as they are, but for the next action, which can change with the day. Throws for a large case without its facts. */
export function writeCase(row: CaseJson): string {
  if (row.facts === null) throw new Error('the facts of the case were not read');
  const { id, mode, state, heldFrom, ground, entryPoint, courtCaseNumber, reference } = row;
  const scalars = { id, mode, state, heldFrom, ground, entryPoint, courtCaseNumber, reference };
  const head = JSON.stringify(scalars).slice(0, -1);
  const facts = row.facts === '{}' ? '{' : `${row.facts.slice(0, -1)},`;
  const progress = JSON.stringify(presentProgress(row, row.ledgerBalanceCents));
  const nextAction = JSON.stringify(shownNextAction(JSON.parse(row.nextAction), Date.now()));
  return (
    `${head},"attorney":${row.attorney ?? 'null'},"packVersions":${row.packVersions ?? 'null'},"data":${facts}"progress":${progress}},` +
    `"deadlines":${row.deadlines},"documents":${row.documents},"nextAction":${nextAction},` +
    `"createdAt":"${row.createdAt.toISOString()}","updatedAt":"${row.updatedAt.toISOString()}"}`
  );
}

export function presentDocument({ id, kind, specId, filename, contentHash, createdAt }: DocumentRow) {
  return { id, kind, specId, filename, contentHash, createdAt: createdAt.toISOString() };
}

export function presentEvent<Action extends string>({ createdAt, ...event }: EventRow<Action>) {
  return { ...event, createdAt: createdAt.toISOString() };
}

/** A case in an attorney's queue, without anything that identifies a person. */
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

export function presentCourtRow<T extends { createdAt: Date }>({ createdAt, ...row }: T) {
  return { ...row, createdAt: createdAt.toISOString() };
}

function presentProgress({ progress, clock }: Pick<CaseRow, 'progress' | 'clock'>, ledgerBalanceCents: number | null) {
  return {
    ledgerBalanceCents,
    clock: clock.toISOString(),
    notice: progress.notice ?? null,
    hearing: progress.hearing ?? null,
    judgment: progress.judgment ?? null,
    withdrawal: progress.withdrawal ? { needsDismissal: false, dismissedOn: null, ...progress.withdrawal } : null,
    cureReports: progress.cureReports ?? [],
  };
}

/**
 * Charges minus payments; null without a ledger. Rounded above 2^53, which a thousand of the largest amounts exceed.
 */
function ledgerBalance({ ledger }: CaseFacts): number | null {
  if (!ledger) return null;
  return Number(
    ledger.reduce((sum, { type, amountCents }) => sum + BigInt(type === 'charge' ? amountCents : -amountCents), 0n),
  );
}
