import { isSandbox } from './mode.ts';
import { hasCure, rulesOf } from './packs.ts';
import { type CaseRecord, isEngaged, needsDismissal } from './record.ts';
import type { State } from './states.ts';

export const nextActors = ['customer', 'attorney', 'platform', 'court', 'none'] as const;

/** Who acts next on the case, and how. */
export interface NextAction {
  by: (typeof nextActors)[number];
  description: string;
}

/** What the case waits for, described for its customer. */
export function nextAction(record: CaseRecord): NextAction {
  const action = actions[record.state](record);
  // In the sandbox the caller plays attorney and court.
  if (isSandbox(record) && (action.by === 'attorney' || action.by === 'court')) {
    return platform('POST advance');
  }
  return action;
}

const customer = (description: string): NextAction => ({ by: 'customer', description });
const attorney = (description: string): NextAction => ({ by: 'attorney', description });
const platform = (description: string): NextAction => ({ by: 'platform', description });
const court = (description: string): NextAction => ({ by: 'court', description });
const none = (): NextAction => ({ by: 'none', description: 'Nothing is left to do.' });

/** The next action of a live case right after its submit. */
export function engaging(jurisdiction: string): NextAction {
  return platform(`We are engaging an attorney licensed in ${jurisdiction}.`);
}

const actions: Record<State, (record: CaseRecord) => NextAction> = {
  draft: ({ changesRequested }) =>
    customer(
      changesRequested ? "Answer the attorney's note, then submit again." : 'Complete the facts, validate and submit.',
    ),
  submitted: ({ submission }) => engaging(submission?.jurisdiction ?? 'the state'),
  attorney_assigned: ({ submission }) =>
    attorney(
      `An attorney licensed in ${submission?.jurisdiction ?? 'the state'} was asked. The attorney checks for conflicts and opens the case.`,
    ),
  notice_review: () => attorney('Review and approve the notice.'),
  filing_review: () => attorney('Review and approve the court filing.'),
  notice_approved: () => attorney('Serve the notice and report service.'),
  notice_sent: () => attorney('Serve the notice and report service.'),
  notice_served: () => platform('Start the notice period.'),
  cure_period: (record) => customer(`The notice period runs ${periodEnd(record)}. ${cureAdvice(record)}`),
  cured: () => platform('Close the case as resolved.'),
  filing_approved: () => attorney('File the complaint.'),
  filing_rejected: () => attorney('The court returned the filing: correct and resubmit.'),
  filing_submitted: () => court('The clerk reviews the filing.'),
  filing_accepted: () => attorney('Serve the summons.'),
  summons_sent: () => attorney('Serve the summons.'),
  summons_served: () => court('Set a hearing.'),
  hearing_scheduled: ({ hearing, submission }) =>
    court(
      `Hearing on ${hearing?.date ?? 'a day to be set'}. Bring an updated ledger.${submission?.servicemember === 'unknown' ? ` ${militaryAffidavit}` : ''}`,
    ),
  judgment_entered: ({ judgment }) =>
    attorney(judgment?.outcome === 'plaintiff' ? 'Request the writ when it may issue.' : 'Close the case.'),
  writ_requested: () => court('Issue the writ.'),
  writ_issued: () => attorney('The officer executes the writ; then close.'),
  on_hold: onHold,
  resolved: none,
  closed: none,
  withdrawn: (record) => {
    const dismissal = dismissalText(record);
    return dismissal === null ? none() : { by: 'none', description: `The case is withdrawn. ${dismissal}` };
  },
};

function onHold(record: CaseRecord): NextAction {
  const { withdrawal, holdReason, attorneyId } = record;
  if (withdrawal) {
    return attorney(['Confirm that all work has stopped.', dismissalText(record)].filter(Boolean).join(' '));
  }
  if (holdReason === 'attorney_declined' && attorneyId !== null) {
    return isEngaged(record)
      ? platform('Another attorney has accepted the case: it is about to be resumed.')
      : attorney('Another attorney was asked. The attorney checks for conflicts and accepts or declines.');
  }
  return platform(holdTexts[holdReason ?? 'operator']);
}

/** How the case of the court ends after a withdrawal; null where the court has none, or has decided it. */
export function dismissalText(record: Pick<CaseRecord, 'filings' | 'judgment' | 'dismissedOn'>): string | null {
  if (needsDismissal(record)) return 'The court case needs its own dismissal: none is on record.';
  return record.dismissedOn === null ? null : `The court case was dismissed on ${record.dismissedOn}.`;
}

// Before any default judgment: 50 U.S.C. § 3931.
const militaryAffidavit = 'A military-service affidavit is needed before any default (50 U.S.C. § 3931).';

const holdTexts = {
  withdrawal_requested: 'The case is on hold for its withdrawal.',
  attorney_declined: 'The attorney declined the case: we are looking for another.',
  reviewer_rejected: 'The sandbox reviewer rejected the case: withdraw it.',
  operator: 'The case is on hold: we are looking into it.',
  bankruptcy: 'The case is on hold: a bankruptcy is reported.',
  court_stay: 'The case is on hold: the court has stayed it.',
  appeal: 'The case is on hold for an appeal.',
  agreement: 'The case is on hold for an agreement of the parties.',
  other: 'The case is on hold at the word of the attorney.',
} as const;

function periodEnd({ notice }: CaseRecord): string {
  return notice?.expires ? `through ${notice.expires}` : 'as the notice states';
}

function cureAdvice(record: CaseRecord): string {
  if (rulesOf(record) && !hasCure(record)) return 'There is no right to cure.';
  return 'Report it if the tenant cures.';
}
