import { addDays, caresMinimumDays, usPack } from '@evict/jurisdictions';
import { isSummonsUnserved } from './service-attempts.ts';
import type { IsoDate } from './facts.ts';
import { gateDates } from './gates/evaluate.ts';
import { isSandbox } from './mode.ts';
import { hasCure, rulesOf } from './packs.ts';
import { type CaseRecord } from './record.ts';
import { isEngaged, needsDismissal } from './open-work.ts';
import { beforeDefault } from './servicemember.ts';
import { isFinished, type State } from './states.ts';

export const nextActors = ['customer', 'attorney', 'platform', 'court', 'none'] as const;

/** Who has to act next on the case, and what they have to do. */
export interface NextAction {
  by: (typeof nextActors)[number];
  description: string;
}

/** The next action as stored with a case. If the description mentions a day, it applies only through that day. */
export interface PreparedNextAction extends NextAction {
  through?: IsoDate;
  /** The description to show after that day. It doesn't mention the day. */
  afterwards?: string;
}

/** Returns the next action as the customer sees it: what is awaited and from whom, but never what the law requires. */
export function nextAction(record: CaseRecord): PreparedNextAction {
  const action = awaitsAcceptance(record) ? asked(actions[record.state](record)) : actions[record.state](record);
  // In the sandbox, the caller moves the case on in place of the attorney and the court.
  if (isSandbox(record) && (action.by === 'attorney' || action.by === 'court')) {
    return platform('POST advance');
  }
  return action;
}

/**
 * Whether the case was reassigned and the new attorney hasn't accepted it yet. A pending withdrawal takes precedence.
 */
function awaitsAcceptance(record: CaseRecord): boolean {
  const { state, attorneyId, withdrawal } = record;
  const isOpen = !isFinished(state) && state !== 'draft' && state !== 'attorney_assigned';
  return isOpen && attorneyId !== null && !isEngaged(record) && withdrawal === null;
}

/**
 * Returns an action that says that a new attorney has been asked. This replaces what an attorney has to do, and
 * precedes what anyone else has to do.
 */
function asked({ by, description, ...later }: PreparedNextAction): PreparedNextAction {
  if (by === 'attorney') return attorney(anotherAsked);
  const { afterwards } = later;
  return {
    ...attorney(sentences(anotherAsked, description)),
    ...later,
    ...(afterwards !== undefined && { afterwards: sentences(anotherAsked, afterwards) }),
  };
}

const anotherAsked = 'We have asked another attorney, who checks for conflicts and then accepts or declines.';

/**
 * Returns the next action to show at `now`, in epoch milliseconds. A day has passed once it is over in every US state.
 */
export function shownNextAction({ by, description, through, afterwards }: PreparedNextAction, now: number): NextAction {
  const hasPassed = through !== undefined && through < gateDates('live', now).elapsed;
  return { by, description: (hasPassed ? afterwards : undefined) ?? description };
}

const customer = (description: string): NextAction => ({ by: 'customer', description });
const attorney = (description: string): NextAction => ({ by: 'attorney', description });
const platform = (description: string): NextAction => ({ by: 'platform', description });
const court = (description: string): NextAction => ({ by: 'court', description });
const none = (): NextAction => ({ by: 'none', description: 'Nothing is left to do.' });

/** Returns the next action of a live case right after it was submitted. */
export function engaging(jurisdiction: string): NextAction {
  return platform(`We are engaging an attorney licensed in ${jurisdiction}.`);
}

const actions: Record<State, (record: CaseRecord) => PreparedNextAction> = {
  draft: ({ changesRequested }) =>
    customer(
      changesRequested
        ? 'Make the changes that the attorney asked for, then submit again.'
        : 'Complete the facts, validate and submit.',
    ),
  submitted: ({ submission }) => engaging(submission?.jurisdiction ?? 'the state'),
  attorney_assigned: ({ submission }) =>
    attorney(
      sentences(
        `We have asked an attorney licensed in ${submission?.jurisdiction ?? 'the state'}.`,
        'The attorney checks for conflicts, then accepts or declines the case.',
      ),
    ),
  notice_review: () => attorney('Review and approve the notice.'),
  filing_review: () => attorney('Review and approve the court filing.'),
  notice_approved: () => attorney('Serve the notice and report service.'),
  notice_sent: () => attorney('Serve the notice and report service.'),
  notice_served: () => platform('Start the notice period.'),
  cure_period: (record) =>
    customer(sentences(`The notice period runs ${periodEnd(record)}.`, cure(record), cares(record))),
  cured: () => platform('Close the case as resolved.'),
  filing_approved: () => attorney('File the complaint.'),
  filing_rejected: () => attorney('The court returned the filing. Correct and resubmit it.'),
  filing_submitted: () => court('The clerk reviews the filing.'),
  filing_accepted: () => attorney('Serve the summons.'),
  summons_sent: () => attorney('Serve the summons.'),
  summons_served: (record) => court(sentences('Set a hearing.', militaryStatus(record))),
  hearing_scheduled: (record) => ({
    ...court(sentences(hearingOn(record), unservedSummons(record), militaryStatus(record))),
    ...(record.hearing && {
      through: record.hearing.date,
      afterwards: sentences(
        'No upcoming hearing is on record.',
        'The attorney reports what the court decided, or the next date.',
        unservedSummons(record),
        militaryStatus(record),
      ),
    }),
  }),
  judgment_entered: ({ judgment }) =>
    attorney(judgment?.outcome === 'plaintiff' ? 'Request the writ when it may issue.' : 'Close the case.'),
  writ_requested: () => court('Issue the writ.'),
  writ_issued: () =>
    attorney(
      'Once the officer has executed the writ, close the case. A writ that was not executed can be requested again.',
    ),
  on_hold: onHold,
  resolved: none,
  closed: (record) => {
    // A case that is closed after a judgment needs no dismissal. By then, a judgment for the plaintiff has been carried
    // out, and any other judgment has ended the court case.
    const dismissal = record.judgment === null ? dismissalText(record) : null;
    return dismissal === null ? none() : { by: 'none', description: `The case is closed. ${dismissal}` };
  },
  withdrawn: (record) => {
    const dismissal = dismissalText(record);
    return dismissal === null ? none() : { by: 'none', description: `The case is withdrawn. ${dismissal}` };
  },
};

function onHold(record: CaseRecord): PreparedNextAction {
  const { withdrawal, holdReason, attorneyId } = record;
  if (withdrawal) {
    const confirms = attorneyId === null ? platform : attorney;
    return confirms(sentences('Confirm that all work has stopped.', dismissalText(record)));
  }
  if (holdReason !== 'attorney_declined' || attorneyId === null) return held(record);
  return isEngaged(record)
    ? platform('Another attorney is engaged, and the case resumes shortly.')
    : attorney(anotherAsked);
}

/**
 * Says that the court case still needs a dismissal, or when it was dismissed. Null if nothing was filed, or a judgment
 * ended the court case.
 */
function dismissalText(record: Pick<CaseRecord, 'mode' | 'filings' | 'judgment' | 'dismissedOn'>): string | null {
  if (needsDismissal(record)) return 'The court case needs its own dismissal, and none is on record.';
  return record.dismissedOn === null ? null : `The court case was dismissed on ${record.dismissedOn}.`;
}

function sentences(...all: (string | null)[]): string {
  return all.filter((sentence) => sentence !== null).join(' ');
}

function hearingOn({ hearing }: CaseRecord): string {
  return hearing ? `Hearing on ${hearing.date}, the date now on record.` : 'No hearing date is on record.';
}

function unservedSummons(record: CaseRecord): string | null {
  if (!isSummonsUnserved(record)) return null;
  return 'No valid service of the summons is on record. The attorney decides what follows.';
}

/**
 * Returns the reminder about military status, which is shown in every state in which a judgment can be recorded next.
 */
function militaryStatus({ submission }: CaseRecord): string {
  return beforeDefault(submission?.servicemember);
}

function held(record: CaseRecord): PreparedNextAction {
  const { holdReason, holdUntil } = record;
  const text = sentences(holdTexts[holdReason ?? 'operator'], unattended(record));
  if (!holdUntil) return platform(text);
  const decides = 'The attorney decides when the case resumes.';
  return {
    ...platform(sentences(text, `The hold is expected to end on ${holdUntil}.`, decides)),
    through: holdUntil,
    afterwards: sentences(text, 'The expected end of the hold has passed.', decides),
  };
}

/**
 * Says that the case no longer has an attorney. Null if it has one or never had one, if it is a sandbox case, or if the
 * hold's text already says so.
 */
function unattended({ mode, heldFrom, holdReason, attorneyId }: CaseRecord): string | null {
  const isKnown = isSandbox({ mode }) || heldFrom === 'submitted' || holdReason === 'attorney_declined';
  return isKnown || attorneyId !== null ? null : 'No attorney is engaged. We are looking for another.';
}

const holdTexts = {
  withdrawal_requested: 'The case is on hold until its withdrawal is confirmed.',
  attorney_declined: 'The attorney declined the case. We are looking for another.',
  reviewer_rejected: 'The sandbox reviewer declined the case. Withdraw it, or simulate that it resumes.',
  operator: 'The case is on hold. We are looking into it.',
  bankruptcy: 'The case is on hold because a bankruptcy was reported.',
  court_stay: 'The case is on hold because the court has stayed it.',
  appeal: 'The case is on hold pending an appeal.',
  agreement: 'The case is on hold under an agreement between the parties.',
  other: 'The attorney has put the case on hold.',
} as const;

function periodEnd({ notice }: CaseRecord): string {
  return notice?.expires ? `through ${notice.expires}` : 'as the notice states';
}

function cure(record: CaseRecord): string {
  if (rulesOf(record) && !hasCure(record)) return 'There is no right to cure.';
  return 'Report it if the tenant cures.';
}

/**
 * Warns if the reported notice period is shorter than 15 U.S.C. § 9058(c) requires. Notices that we make always observe
 * the minimum.
 */
function cares(record: CaseRecord): string | null {
  const { submission, notice } = record;
  if (isSandbox(record) || !submission?.caresCovered || !notice?.expires) return null;
  const minimum = caresMinimumDays(usPack, notice.servedDate);
  if (minimum === null || notice.expires >= addDays(notice.servedDate, minimum)) return null;
  const end = `The CARES Act covers the property, but the notice period ends fewer than ${minimum} days after service`;
  return `${end} (${usPack.cares.citation}). The attorney decides.`;
}
