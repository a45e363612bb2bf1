import { type Casework, type CourtNumber, courtNumbers } from '../commands.ts';
import type { ServiceMethod, ServiceStage } from '../facts.ts';
import type { CaseRecord, ServiceAttempt } from '../record.ts';
import type { State } from '../states.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';
import { restateNotice } from './notice-served.ts';
import {
  attemptsOfRound,
  awaitsFirstService,
  closeAttempt,
  completeService,
  type GoverningService,
  governingService,
  isServed,
  serviceDateRefusal,
} from './service.ts';
import { isVoidable, voidService } from './voiding.ts';

export const correctionCommands = { correct_service: correctService, correct_filing: correctFiling };

type CorrectService = Extract<Casework, { kind: 'correct_service' }>;
type CorrectFiling = Extract<Casework, { kind: 'correct_filing' }>;

/** The states in which a reported service still determines what happens next. */
const correctable: Record<ServiceStage, readonly State[]> = {
  notice: ['notice_sent', 'cure_period'],
  summons: ['summons_sent', 'summons_served', 'hearing_scheduled'],
};

/**
 * Puts right the dates of a service. Deadlines follow, and with them the timer of the case. Refused once the stage that
 * they determine has passed. Old and new dates stay in the history. Or says that a service was void, or that nobody else
 * has to be served.
 */
function correctService(turn: Turn, command: CorrectService): Decision {
  const { attemptId, date, expires, citation } = command;
  const { record } = turn;
  const attempt = record.serviceAttempts.find(({ id }) => id === attemptId);
  if (!attempt) return refuse('not_found');
  if (command.voided) {
    if (!isVoidable(record, attempt)) return refuse('invalid_transition');
    voidService(turn, attempt, command.reason ?? null);
    return turn.done();
  }
  if (command.restNotNeeded) return dropRest(turn, attempt);
  if (attempt.status !== 'served' || !isCurrent(record, attempt)) return refuse('invalid_transition');
  const from = { servedDate: attempt.servedDate, expires: attempt.expires };
  const to = { servedDate: date ?? from.servedDate, expires: expires ?? from.expires };
  const isPeriod = attempt.stage === 'notice' || (expires === null && citation === undefined);
  if (!isPeriod) return refuse('notice_only');
  if (to.servedDate === null) return refuse('service_dates_missing');
  const misdated = serviceDateRefusal(turn, attempt.stage, { servedDate: to.servedDate, expires: to.expires });
  if (misdated !== null) return refuse(misdated);
  // The period was counted from the day that was wrong.
  if (from.expires !== null && expires === null && to.servedDate !== from.servedDate) return refuse('period_not_given');
  const cited = { from: attempt.citation, to: citation ?? attempt.citation };
  // The command itself is on record, and there is nothing else to correct.
  if (cited.from === cited.to && from.servedDate === to.servedDate && from.expires === to.expires) return turn.done();
  const before = governingService(record, attempt.stage);
  closeAttempt(turn, attempt, { ...to, citation: cited.to });
  turn.note('corrected', turn.author, { attemptId, from, to, citation: cited });
  const after = governingService(turn.record, attempt.stage);
  if (!before || !after) return turn.done();
  const isMoved = before.servedDate !== after.servedDate || before.expires !== after.expires;
  const isCited = cited.from !== cited.to && after.attemptId === attemptId;
  // The customer is told what is no longer true for the case, whatever was put right of one attempt.
  if (attempt.stage === 'notice' && (isMoved || isCited)) restateNotice(turn, after);
  if (attempt.stage === 'summons' && isMoved) restateSummons(turn, { method: attempt.method, before, after });
  return turn.done();
}

/** The attorney goes on with those who have been served. */
function dropRest(turn: Turn, attempt: ServiceAttempt): Decision {
  const { stage, status } = attempt;
  const isWaiting = status === 'served' && awaitsFirstService(turn, stage) && isCurrent(turn.record, attempt);
  if (!isWaiting) return refuse('invalid_transition');
  closeAttempt(turn, attempt, { restNotNeeded: true });
  completeService(turn, attempt);
  return turn.done();
}

/** Corrects numbers that the court gave, as far as they differ from those on record. */
function correctFiling(turn: Turn, command: CorrectFiling): Decision {
  const { record } = turn;
  const { filingId } = command;
  const filing = record.filings.find(({ id }) => id === filingId);
  if (!filing) return refuse('not_found');
  const changed = courtNumbers.flatMap((name) => {
    const [from, to] = [filing[name], command[name]];
    return to === undefined || to === from ? [] : [{ name, from, to }];
  });
  if (!changed.every(({ name }) => turn.canRestate(statedIn[name]))) return refuse('invalid_transition');
  const numbers: { [Name in CourtNumber]?: string } = Object.fromEntries(changed.map(({ name, to }) => [name, to]));
  if (numbers.courtCaseNumber !== undefined && filing.status !== 'accepted') return refuse('filing_not_accepted');
  if (changed.length === 0) return turn.done();
  const corrected = Object.fromEntries(changed.map(({ name, from, to }) => [name, { from, to }]));
  turn.note('corrected', turn.author, { filingId, ...corrected });
  turn.patch({
    filings: record.filings.map((one) => (one === filing ? { ...one, ...numbers } : one)),
    courtCaseNumber: numbers.courtCaseNumber ?? record.courtCaseNumber,
  });
  for (const { name, from, to } of changed)
    turn.restate(statedIn[name], { detail: { [name]: to, [previously[name]]: from } });
  return turn.done();
}

/** The event that says each number. */
const statedIn = { envelopeId: 'submit_filing', courtCaseNumber: 'filing_accepted' } as const;
const previously = { envelopeId: 'previousEnvelopeId', courtCaseNumber: 'previousCourtCaseNumber' } as const;

function isCurrent(record: CaseRecord, { id, stage }: ServiceAttempt): boolean {
  const state = record.state === 'on_hold' ? record.heldFrom : record.state;
  const isOfRound = attemptsOfRound(record, stage).some((attempt) => attempt.id === id);
  return state !== null && correctable[stage].includes(state) && isOfRound;
}

/** The states in which customers know the summons as served. */
const summonsKnownAsServed: readonly (State | null)[] = ['summons_served', 'hearing_scheduled'];

function restateSummons(
  turn: Turn,
  { method, before, after }: { method: ServiceMethod; before: GoverningService; after: GoverningService },
): void {
  const { state, heldFrom } = turn.record;
  const isKnown = summonsKnownAsServed.includes(state === 'on_hold' ? heldFrom : state);
  if (!isKnown || !isServed(turn.record, 'summons')) return;
  const { servedDate } = after;
  turn.restate('summons_served', { detail: { method, servedDate, previousServedDate: before.servedDate } });
}
