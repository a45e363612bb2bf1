import type { Casework, CustomerReport } from '../commands.ts';
import type { ActorType, FactKind } from '../events.ts';
import type { IsoDate } from '../facts.ts';
import { idOf } from '../ids.ts';
import { isFiled, type RecordedDeadline } from '../record.ts';
import { outdateFilingSummary } from './outdate-summary.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';
import { reportedCitation } from './notice-served.ts';

export const reportCommands = {
  set_deadline: setDeadline,
  change_deadline: changeDeadline,
  remove_deadline: removeDeadline,
  record_fact: recordFact,
  report_fact: reportFact,
};

type Of<K> = Extract<Casework, { kind: K }>;

/** The record of a case goes into every message of its workflow, so it has a bound. */
const maxReportedDeadlines = 50;

/** The name of a reported deadline is text, and stands only in the read row. */
const reportedName = 'reported';

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

function setDeadline(turn: Turn, { date }: Of<'set_deadline'>): Decision {
  const { deadlines } = turn.record;
  if (deadlines.filter(({ id }) => id !== undefined).length >= maxReportedDeadlines)
    return refuse('too_many_deadlines');
  const id = idOf('deadline', turn.uuid());
  const reported = { id, name: reportedName, date, citation: reportedCitation };
  return turn.patch({ deadlines: [...deadlines, reported] }).done();
}

/** The old date stays in the history. */
function changeDeadline(turn: Turn, { deadlineId, date }: Of<'change_deadline'>): Decision {
  const found = reportedDeadline(turn, deadlineId);
  if (!found) return refuse('not_found');
  const changed = { ...found, date: date ?? found.date };
  const deadlines = turn.record.deadlines.map((one) => (one.id === deadlineId ? changed : one));
  turn.note('corrected', turn.author, { deadlineId, from: { date: found.date }, to: { date: changed.date } });
  return turn.patch({ deadlines }).done();
}

function removeDeadline(turn: Turn, { deadlineId }: Of<'remove_deadline'>): Decision {
  const found = reportedDeadline(turn, deadlineId);
  if (!found) return refuse('not_found');
  turn.note('corrected', turn.author, { deadlineId, from: { date: found.date }, to: null });
  return turn.patch({ deadlines: turn.record.deadlines.filter(({ id }) => id !== deadlineId) }).done();
}

/** Something that happened outside, such as an answer of the tenant. A dismissal completes a withdrawal. */
function recordFact(turn: Turn, { fact, date }: Of<'record_fact'>): Decision {
  const { state } = turn.record;
  if (state === 'draft' || state === 'submitted') return refuse('invalid_transition');
  if (fact === 'dismissed' && isFiled(turn.record)) turn.patch({ dismissedOn: date });
  return noteFact(turn, turn.author, { fact, date });
}

/** What a customer knows first. Sandbox cases record it too, so that it can be integrated. */
function reportFact(turn: Turn, { fact, date }: CustomerReport): Decision {
  if (turn.record.state === 'draft') return refuse('invalid_transition');
  return noteFact(turn, 'customer', { fact, date });
}

/**
 * A fact decides nothing; above all it is no cure. A payment during the review of the filing calls for a new summary, so
 * that an older approval is stale.
 */
function noteFact(turn: Turn, actor: ActorType, { fact, date }: { fact: FactKind; date: IsoDate }): Decision {
  turn.note(fact, actor, { date });
  if (fact === 'payment') outdateFilingSummary(turn);
  return turn.done();
}

function reportedDeadline({ record }: Turn, deadlineId: string): RecordedDeadline | undefined {
  return record.deadlines.find(({ id }) => id === deadlineId);
}
