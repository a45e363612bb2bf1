import {
  attest,
  type CaseEvent,
  type CaseFacts,
  factKinds,
  type RecordedDeadline,
  reportedCitation,
  type Transition,
} from '@evict/case-model';
import { Prisma } from '../../generated/client.ts';
import { newId } from '../../ids.ts';
import type { CommandText } from '../authority/written-commands.ts';
import type { Citations } from './citations.ts';
import type { CorrectedNumbers } from './court-rows.ts';
import type { JudgmentAmounts } from './judgment.ts';

/** What an event says that Temporal must not see. */
interface Texts {
  text: CommandText;
  courtCaseNumber: string | undefined;
  corrected: CorrectedNumbers | null;
  /** Of the judgment that stands, and those that a correction replaces. */
  amounts: JudgmentAmounts;
  correctedAmounts: object;
  citations: Citations;
  deadlines: readonly RecordedDeadline[];
  deadlinesBefore: readonly RecordedDeadline[];
}

interface Context extends Texts {
  organizationId: string;
  /** Of a submit: the facts that are frozen. */
  facts: CaseFacts | null;
  now: Date;
}

/**
 * Inserts the events, with the texts and the court case number that Temporal must not see: parts of the statement that
 * records a transition. Customer-visible ones take the next places in the feed of the organization and mode. The row of
 * the feed stays locked until the commit, so that places are in the order of commits: these parts come first, because
 * PostgreSQL executes such parts from the last to the first. The chain of the case is locked before it, because audited
 * reads of the case wait for each other there.
 */
export function insertEvents(
  { caseId, events, command, commandId, record: { mode } }: Transition,
  { organizationId, facts, now, ...texts }: Context,
): Prisma.Sql[] {
  let visible = 0;
  const rows: object[] = events.map((event) => ({
    ...event,
    detail: { ...event.detail, ...privateDetail(event, texts) },
    // Counted from the last place before this transition.
    ...(!event.internal && { organizationId, mode, feedPosition: ++visible }),
  }));
  if (command.kind === 'submit' && facts) rows.push(attestation(command, organizationId, facts));
  return [
    visible === 0
      ? Prisma.sql`feed AS (SELECT 0::bigint AS before)`
      : Prisma.sql`feed AS (
          INSERT INTO "EventFeed" AS f ("organizationId", mode, "lastPosition")
          SELECT ${organizationId}, ${mode}, ${visible}::int + "lockChain"(${caseId})
          ON CONFLICT ("organizationId", mode) DO UPDATE SET "lastPosition" = f."lastPosition" + excluded."lastPosition"
          RETURNING "lastPosition" - ${visible}::int AS before)`,
    Prisma.sql`event AS (
      INSERT INTO "CaseEvent" (id, "caseId", sequence, action, "actorType", "fromState", "toState", detail, "commandId",
        internal, "createdAt", "organizationId", mode, "feedPosition")
      SELECT e.id, ${caseId}::text, e.sequence, e.action, e."actorType", e."fromState", e."toState", e.detail,
        ${commandId ?? null}::text, e.internal, ${now.toISOString()}::timestamptz, e."organizationId", e.mode,
        feed.before + e."feedPosition"
      FROM feed, jsonb_populate_recordset(NULL::"CaseEvent", ${JSON.stringify(rows)}::jsonb) AS e)`,
  ];
}

/** What the customer attests to with a submit, word for word, and who does. It is not part of the workflow's log. */
function attestation({ by }: { by?: string }, organizationId: string, { attestations }: CaseFacts): object {
  return {
    id: newId('event'),
    action: 'attested' satisfies CaseEvent['action'],
    actorType: 'customer',
    detail: { by: by ?? null, organizationId, ...attest(attestations) },
    internal: true,
  };
}

function privateDetail(event: CaseEvent, texts: Texts): object {
  const { action, toState, detail } = event;
  const { text, courtCaseNumber, corrected, amounts, correctedAmounts } = texts;
  const { notes, reason, name, citation, onWordOf } = text;
  const fact = { detail: text.detail };
  const added: Partial<Record<CaseEvent['action'], object>> = {
    submit_filing: restated('envelopeId', corrected),
    filing_accepted: corrected ? restated('courtCaseNumber', corrected) : { courtCaseNumber },
    start_cure_period: detail['citation'] === reportedCitation ? noticeTexts(toState, texts) : {},
    record_judgment: amounts,
    review_recorded: { notes },
    operator_action: { reason, name, citation, onWordOf },
    attorney_action: { reason, name, citation },
    corrected: { ...corrected, ...correctedAmounts, ...correctedTexts(event, texts) },
    ...Object.fromEntries(factKinds.map((kind) => [kind, fact])),
  };
  return added[action] ?? {};
}

/** The number that is right, and the one before. */
function restated(field: keyof CorrectedNumbers, corrected: CorrectedNumbers | null): object {
  const numbers = corrected?.[field];
  if (!numbers) return {};
  const previous = `previous${field.charAt(0).toUpperCase()}${field.slice(1)}`;
  return { [field]: numbers.to, [previous]: numbers.from };
}

/** What was put right as text, before and after. */
function correctedTexts({ detail }: CaseEvent, { citations, deadlines, deadlinesBefore }: Texts): object {
  const { deadlineId } = detail;
  if (citations.corrected) return { citation: citations.corrected };
  if (deadlineId === undefined) return {};
  const isMeant = ({ id }: RecordedDeadline) => id === deadlineId;
  const [from, to] = [deadlinesBefore.find(isMeant), deadlines.find(isMeant)];
  return {
    name: { from: from?.name, to: to?.name ?? null },
    citation: { from: from?.citation ?? null, to: to?.citation ?? null },
  };
}

/** The law that determines the notice period; where it is stated again, also the one that was cited before. */
function noticeTexts(toState: string | null, { deadlines, deadlinesBefore }: Texts): object {
  const citation = noticeCitation(deadlines);
  return toState === null ? { citation, previousCitation: noticeCitation(deadlinesBefore) ?? null } : { citation };
}

function noticeCitation(deadlines: readonly RecordedDeadline[]): string | undefined {
  return deadlines.find(({ id, name }) => id === undefined && name === 'notice_expires')?.citation;
}
