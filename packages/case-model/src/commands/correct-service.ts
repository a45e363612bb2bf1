import { addDays, daysBetween } from '@evict/jurisdictions';
import { restateNotice } from '../transitions/notice-served.ts';
import {
  attemptsOfRound,
  type GoverningService,
  governingService,
  isServed,
  serviceCounts,
} from '../service-attempts.ts';
import {
  awaitsFirstService,
  closeAttempt,
  completeService,
  serviceDateRefusal,
  withAnswerDue,
} from '../transitions/service.ts';
import { isVoidable, voidable, voidService } from '../transitions/voiding.ts';
import type { IsoDate, ServiceMethod } from '../facts.ts';
import type { CaseRecord, ServiceAttempt } from '../record.ts';
import { effectiveState, type State } from '../states.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';
import { defineCommand, type Fault, type FaultContext } from './command.ts';
import { dayFaults, misplaced, noneGiven, orderFault } from './faults.ts';
import { day, flag, optional, optionalWhen, text, why } from './field.ts';

interface CorrectService {
  readonly kind: 'correct_service';
  readonly attemptId: string;
  /** Null leaves the recorded date as it is. */
  readonly date: IsoDate | null;
  readonly expires: IsoDate | null;
  readonly citation?: string;
  readonly reason?: string;
  /** Sent instead of dates: the paper or its service was defective, so the service is void. */
  readonly voided?: true;
  /** Sent instead of dates: the attorney continues without serving the other defendants. */
  readonly restNotNeeded?: true;
}

const dates = {
  servedDate: optional(
    day(
      'Date of service',
      'The date of service. If `expires` is not sent with it, the notice period keeps its length in calendar days.',
    ),
  ),
  expires: optionalWhen(
    { stage: ['notice'] },
    day(
      'Last day of the period',
      'The last day of the notice period. Only for a notice. Send it with a new `servedDate` if the period is not counted in calendar days.',
    ),
  ),
  citation: optionalWhen(
    { stage: ['notice'] },
    text('Citation', 200, 'The law that sets `expires`. Only for a notice.'),
  ),
};

const states: readonly State[] = [...serviceCounts.notice, ...serviceCounts.summons, 'on_hold'];

/**
 * Corrects the dates of a service. The deadlines and the case's timer follow, and the old dates stay in the history.
 * Refused once the case has moved past the stage that the dates affect. The command can also void a service, or report
 * that the other defendants don't need to be served.
 */
export const correctService = defineCommand<CorrectService>()({
  authors: ['attorney', 'operator'],
  description: 'Corrects or voids a service. The state and the deadlines are updated, and the customer is notified.',
  fields: {
    ...dates,
    void: optional(
      flag(
        'Void service',
        'The paper or its service was defective, so the service no longer counts. Cannot be combined with dates or a citation.',
      ),
    ),
    restNotNeeded: optional(
      flag(
        'Skip remaining defendants',
        'The remaining defendants need no service, and the case moves on. Can only be combined with a reason.',
      ),
    ),
    reason: why,
  },
  example: { expires: '2026-07-17', reason: 'The period was counted from the wrong day.' },
  route: {
    operationId: 'correctService',
    title: 'Correct service',
    method: 'PATCH',
    path: '/service-attempts/{attemptId}',
    schema: 'ServiceCorrection',
    description:
      'The deadlines are updated. A notice period corrected to a past date ends at once. The old values stay in the audit trail, in the event `corrected`. The customer is emailed, and the event `start_cure_period` or `summons_served` is recorded again with the old and new dates and no state change. Once the stage has passed: 409 `invalid_transition`. With `void` the service no longer counts: the attempt becomes `failed` and keeps its dates. The service of a notice can be voided until the filing is submitted, and returns the case to `notice_review`. The service of a summons can be voided until judgment, and returns the case from `summons_served` to `summons_sent`. The customer is emailed, and the event `service_failed` with `voided: true` is followed by `begin_review` or `send_summons`.',
  },
  forms: [
    { title: 'Correct service', fields: { ...dates, reason: why }, states, ofStatus: 'served' },
    {
      title: 'Void service',
      description: 'The paper or its service was defective. The service no longer counts, but stays in the history.',
      fields: { reason: why },
      given: { void: true },
      states: [...voidable.notice, ...voidable.summons, 'on_hold'],
      ofStatus: 'served',
    },
    {
      title: 'Skip remaining defendants',
      description: 'The remaining defendants need no service, and the case moves on.',
      fields: { reason: why },
      given: { restNotNeeded: true },
      states,
      ofStatus: 'served',
    },
  ],
  target: 'attemptId',
  read: ({ servedDate: date = null, expires = null, void: isVoid, restNotNeeded, ...given }) => ({
    date,
    expires,
    ...given,
    ...(isVoid === true && { voided: true }),
    ...(restNotNeeded === true && { restNotNeeded }),
  }),
  faults: serviceFaults,
  decide(turn, command) {
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
    const to = { servedDate: date ?? from.servedDate, expires: expires ?? movedPeriod(attempt, date) };
    const isPeriod = attempt.stage === 'notice' || (expires === null && citation === undefined);
    if (!isPeriod) return refuse('notice_only');
    if (to.servedDate === null) return refuse('service_dates_missing');
    const misdated = serviceDateRefusal(turn, attempt.stage, { servedDate: to.servedDate, expires: to.expires });
    if (misdated !== null) return refuse(misdated);
    const cited = { from: attempt.citation, to: citation ?? attempt.citation };
    // Nothing differs from the record, so there is nothing to correct.
    if (cited.from === cited.to && from.servedDate === to.servedDate && from.expires === to.expires) return turn.done();
    const before = governingService(record, attempt.stage);
    closeAttempt(turn, attempt, { ...to, citation: cited.to });
    turn.note('corrected', turn.author, { attemptId, from, to, citation: cited });
    const after = governingService(turn.record, attempt.stage);
    if (!before || !after) return turn.done();
    const isMoved = before.servedDate !== after.servedDate || before.expires !== after.expires;
    const isCited = cited.from !== cited.to && after.attemptId === attemptId;
    // Tell the customer if the governing dates or law have changed, whichever attempt was corrected.
    if (attempt.stage === 'notice' && (isMoved || isCited)) restateNotice(turn, after);
    if (attempt.stage === 'summons' && isMoved) restateSummons(turn, { method: attempt.method, before, after });
    return turn.done();
  },
});

function serviceFaults(body: CorrectService, context: FaultContext): (Fault | false | undefined)[] {
  const { date, expires, citation, voided, restNotNeeded } = body;
  const dated = { servedDate: date ?? undefined, expires: expires ?? undefined, citation };
  const paths = Object.entries(dated).flatMap(([path, value]) => (value === undefined ? [] : [path]));
  const alone = voided ? 'void' : restNotNeeded ? 'restNotNeeded' : null;
  return [
    noneGiven({ ...dated, void: voided, restNotNeeded }),
    ...paths.map((path) => alone !== null && misplaced(path, `Not allowed with ${alone}.`)),
    voided && restNotNeeded && misplaced('restNotNeeded', 'Not allowed with void.'),
    orderFault(expires, date),
    ...(alone === null ? dayFaults('servedDate', date, context) : []),
    ...attemptFaults(body, context.record),
  ];
}

/**
 * Returns faults for fields that the recorded attempt doesn't allow, and for a notice period that ends before the
 * recorded date of service.
 */
function attemptFaults({ attemptId, date, expires, citation }: CorrectService, record: CaseRecord | undefined) {
  const attempt = record?.serviceAttempts.find(({ id }) => id === attemptId);
  if (!attempt) return [];
  const isNotice = attempt.stage === 'notice';
  return [
    !isNotice && expires !== null && misplaced('expires', 'Only allowed for a notice.'),
    !isNotice && citation !== undefined && misplaced('citation', 'Only allowed for a notice.'),
    isNotice && date === null && orderFault(expires, attempt.servedDate),
  ];
}

/** Returns the end of the notice period, moved by as many days as the date of service. */
function movedPeriod({ servedDate, expires }: ServiceAttempt, date: IsoDate | null): IsoDate | null {
  return expires === null || servedDate === null || date === null
    ? expires
    : addDays(expires, daysBetween(servedDate, date));
}

/** Lets the attorney continue with only the defendants who have been served. */
function dropRest(turn: Turn, attempt: ServiceAttempt): Decision {
  const { stage, status } = attempt;
  const isWaiting = status === 'served' && awaitsFirstService(turn, stage) && isCurrent(turn.record, attempt);
  if (!isWaiting) return refuse('invalid_transition');
  closeAttempt(turn, attempt, { restNotNeeded: true });
  completeService(turn, attempt);
  return turn.done();
}

function isCurrent(record: CaseRecord, { id, stage }: ServiceAttempt): boolean {
  const isOfRound = attemptsOfRound(record, stage).some((attempt) => attempt.id === id);
  return serviceCounts[stage].includes(effectiveState(record)) && isOfRound;
}

/** The states in which the customer has been told that the summons was served. */
const summonsKnownAsServed: readonly State[] = ['summons_served', 'hearing_scheduled'];

function restateSummons(
  turn: Turn,
  { method, before, after }: { method: ServiceMethod; before: GoverningService; after: GoverningService },
): void {
  const isKnown = summonsKnownAsServed.includes(effectiveState(turn.record));
  if (!isKnown || !isServed(turn.record, 'summons')) return;
  const { servedDate } = after;
  turn.restate('summons_served', {
    detail: { method, servedDate, previousServedDate: before.servedDate },
    patch: { deadlines: withAnswerDue(turn.record, { method, servedDate }) },
  });
}
