import {
  type CaseFacts,
  type GateResults,
  isCorrection,
  judgeDraft,
  type NextAction,
  shownNextAction,
} from '@evict/case-model';
import type { QueueRow } from '../attorney-desk.ts';
import type { CaseJson } from './case-json.ts';
import type { EventRow } from './reads.ts';
import type { CaseRow, DocumentRow } from './types.ts';

/** Returns the case as an API response, with its facts and `progress` under `data`. */
export function presentCase(row: CaseRow): PresentedCase {
  return JSON.parse(caseText(row)) as PresentedCase;
}

/** Returns the same response as `presentCase`, as a JSON string. */
export function caseText(row: CaseRow): string {
  return writeCase(asJson(row));
}

/** Reduces a case to what a conflict check needs: parties, property, court and status. */
export function forConflictCheck<C extends PresentedCase>(shown: C): C {
  const { property, parties, progress } = shown.data;
  const { clock, withdrawal } = progress;
  const nothing = {
    ledgerBalanceCents: null,
    notice: null,
    hearing: null,
    judgment: null,
    cureReports: [],
    service: [],
  };
  const data = { property, parties, attestations: {}, progress: { ...nothing, clock, withdrawal } };
  return { ...shown, reference: null, packVersions: null, data, deadlines: [], documents: [] };
}

export interface PresentedCase extends Pick<
  CaseRow,
  | 'id'
  | 'mode'
  | 'state'
  | 'heldFrom'
  | 'ground'
  | 'entryPoint'
  | 'courtCaseNumber'
  | 'reference'
  | 'attorney'
  | 'packVersions'
  | 'deadlines'
> {
  data: Omit<CaseFacts, 'ground' | 'entryPoint'> & { progress: ReturnType<typeof presentProgress> };
  documents: ReturnType<typeof presentDocument>[];
  nextAction: NextAction;
  createdAt: string;
  updatedAt: string;
}

/**
 * Returns the JSON response for a row whose JSON columns are strings. They are copied unchanged, except for the next
 * action, which can change from day to day. Throws for a large case without its facts.
 */
export function writeCase(row: CaseJson): string {
  if (row.facts === null) throw new Error('the facts of the case were not read');
  const { id, mode, state, heldFrom, ground, entryPoint, courtCaseNumber, reference } = row;
  const unread = row.unread || undefined;
  const scalars = { id, mode, state, heldFrom, ground, entryPoint, courtCaseNumber, reference, unread };
  const head = JSON.stringify(scalars).slice(0, -1);
  const facts = row.facts === '{}' ? '{' : `${row.facts.slice(0, -1)},`;
  const progress = JSON.stringify(presentProgress(row));
  const nextAction = JSON.stringify(shownNextAction(JSON.parse(row.nextAction), Date.now()));
  return (
    `${head},"attorney":${row.attorney ?? 'null'},"packVersions":${row.packVersions ?? 'null'},"data":${facts}"progress":${progress}},` +
    `"deadlines":${row.deadlines},"documents":${row.documents},"nextAction":${nextAction},` +
    `"createdAt":"${row.createdAt.toISOString()}","updatedAt":"${row.updatedAt.toISOString()}"}`
  );
}

/** Converts a row to the form that customers' reads return, with JSON columns as strings. */
function asJson(row: CaseRow): CaseJson {
  const { ground: _ground, entryPoint: _entryPoint, ...facts } = row.facts;
  return {
    ...row,
    attorney: JSON.stringify(row.attorney),
    packVersions: JSON.stringify(row.packVersions),
    deadlines: JSON.stringify(row.deadlines),
    documents: JSON.stringify(row.documents.map(presentDocument)),
    nextAction: JSON.stringify(row.nextAction),
    facts: JSON.stringify(facts),
  };
}

export function presentDocument({ id, kind, specId, filename, contentHash, authorId, createdAt }: DocumentRow) {
  return { id, kind, specId, filename, contentHash, authorId, createdAt: createdAt.toISOString() };
}

export function presentEvent<Action extends string>(event: EventRow<Action>) {
  const { id, action, actorType, authorId, fromState, toState, detail, createdAt } = event;
  const shown = { id, action, actorType, fromState, toState, detail, createdAt: createdAt.toISOString() };
  return { ...shown, ...(authorId && { authorId }), ...(isCorrection(detail) && { corrected: true as const }) };
}

/** Returns a case for an attorney's queue, without anything that identifies a person. */
export function presentQueueRow({ jurisdiction, county, attention, createdAt, updatedAt, ...row }: QueueRow) {
  return {
    ...row,
    jurisdiction: { state: jurisdiction, ...(county !== null && { county }) },
    attention: presentAttention(attention),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** Formats an address on one line. */
export function presentAddress({ line1, unit, city, state, zip }: CaseFacts['property']): string {
  return [line1, unit, city, `${state.toUpperCase()} ${zip}`].filter(Boolean).join(', ');
}

export function presentAttention(reasons: string[]) {
  return { needed: reasons.length > 0, reasons };
}

export function presentCourtRow<T extends { createdAt: Date }>({ createdAt, ...row }: T) {
  return { ...row, createdAt: createdAt.toISOString() };
}

function presentProgress({ progress, clock, ledgerBalanceCents }: CaseJson) {
  return {
    ledgerBalanceCents,
    clock: clock.toISOString(),
    notice: progress.notice ?? null,
    hearing: progress.hearing ?? null,
    judgment: progress.judgment ?? null,
    withdrawal: progress.withdrawal ?? null,
    cureReports: progress.cureReports ?? [],
    service: progress.service ?? [],
  };
}

/** Returns the current gates of a draft, or those that were frozen when the case was submitted. */
export function gatesOf({ state, gates, mode, facts, documents, now, clockAheadMs }: CaseRow): GateResults {
  if (state !== 'draft' && gates) return gates;
  const uploads = documents.flatMap(({ purpose, ...rest }) => (purpose === null ? [] : [{ ...rest, purpose }]));
  return judgeDraft({ mode, facts, uploads }, now + clockAheadMs);
}
