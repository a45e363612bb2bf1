import type { Casework, CustomerCommand } from '../commands.ts';
import type { ActorType, FactKind } from '../events.ts';
import type { IsoDate } from '../facts.ts';
import { idOf } from '../ids.ts';
import { isFiled, type RecordedDeadline } from '../record.ts';
import { outdateFilingSummary } from './outdate-summary.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';

export const reportCommands = {
  set_deadline: setDeadline,
  change_deadline: changeDeadline,
  remove_deadline: removeDeadline,
  record_fact: recordFact,
  report_fact: reportFact,
};

type Of<K> = Extract<Casework, { kind: K }>;

/** A record has a bound. */
const maxReportedDeadlines = 50;

/** The names of the deadlines that the platform keeps itself. */
const platformDeadlines: readonly string[] = [
  'notice_expires',
  'cares_notice_expires',
  'answer_due',
  'hearing',
  'appeal_period_ends',
  'writ_expires',
];

/** Whether a name means a deadline of the platform, however it is spaced or written. */
export function isPlatformDeadline(name: string): boolean {
  return platformDeadlines.includes(
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, '_'),
  );
}

function setDeadline(turn: Turn, { name, date, citation }: Of<'set_deadline'>): Decision {
  const { deadlines } = turn.record;
  if (deadlines.filter(({ id }) => id !== undefined).length >= maxReportedDeadlines)
    return refuse('too_many_deadlines');
  const id = idOf('deadline', turn.uuid());
  return turn.patch({ deadlines: [...deadlines, { id, name, date, citation }] }).done();
}

/** What it said before stays in the history. */
function changeDeadline(turn: Turn, command: Of<'change_deadline'>): Decision {
  const { deadlineId: id } = command;
  const found = reportedDeadline(turn, id);
  if (!found) return refuse('not_found');
  const { name = found.name, date = found.date, citation = found.citation } = command;
  const isSame = name === found.name && date === found.date && citation === found.citation;
  if (isSame) return turn.done();
  const changed = { id, name, date, citation };
  noteCorrected(turn, found, changed);
  return turn.patch({ deadlines: turn.record.deadlines.map((one) => (one.id === id ? changed : one)) }).done();
}

function removeDeadline(turn: Turn, { deadlineId }: Of<'remove_deadline'>): Decision {
  const found = reportedDeadline(turn, deadlineId);
  if (!found) return refuse('not_found');
  noteCorrected(turn, found, null);
  return turn.patch({ deadlines: turn.record.deadlines.filter(({ id }) => id !== deadlineId) }).done();
}

function noteCorrected(turn: Turn, from: RecordedDeadline, to: RecordedDeadline | null): void {
  turn.note('corrected', turn.author, {
    deadlineId: from.id,
    from: { date: from.date },
    to: to && { date: to.date },
    name: { from: from.name, to: to?.name ?? null },
    citation: { from: from.citation, to: to?.citation ?? null },
  });
}

/** Something that happened outside, such as an answer of the tenant. A dismissal completes a withdrawal. */
function recordFact(turn: Turn, { fact, date, detail }: Of<'record_fact'>): Decision {
  const { state } = turn.record;
  if (state === 'draft' || state === 'submitted') return refuse('invalid_transition');
  if (fact === 'dismissed' && isFiled(turn.record)) turn.patch({ dismissedOn: date });
  return noteFact(turn, turn.author, { fact, date, detail });
}

/** What a customer knows first. Sandbox cases record it too, so that it can be integrated. */
function reportFact(turn: Turn, { fact, date, detail }: Extract<CustomerCommand, { kind: 'report_fact' }>): Decision {
  if (turn.record.state === 'draft') return refuse('invalid_transition');
  return noteFact(turn, 'customer', { fact, date, detail });
}

/**
 * A fact decides nothing; above all it is no cure. A payment during the review of the filing calls for a new summary, so
 * that an older approval is stale.
 */
function noteFact(
  turn: Turn,
  actor: ActorType,
  { fact, ...said }: { fact: FactKind; date: IsoDate; detail: string | undefined },
): Decision {
  turn.note(fact, actor, said);
  if (fact === 'payment') outdateFilingSummary(turn);
  return turn.done();
}

function reportedDeadline({ record }: Turn, deadlineId: string): RecordedDeadline | undefined {
  return record.deadlines.find(({ id }) => id === deadlineId);
}
