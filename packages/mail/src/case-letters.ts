import type { CaseRecord, Ground, JudgmentOutcome, StepName } from '@evict/case-model';
import type { Letter } from './letter.ts';

/** Where the customer reads what the mail itself does not say. */
interface OwnCase {
  caseId: string;
  link: string;
}

interface AnyCase {
  caseId: string;
}

/**
 * What the text of each mail about a case is made from: ids, dates, codes. Nothing here has room for a name, an
 * address, an amount or what somebody wrote.
 */
export interface CaseLetterFacts {
  // To the customer.
  attorney_engaged: OwnCase;
  changes_requested: OwnCase;
  notice_period_over: OwnCase;
  hearing_scheduled: OwnCase & { date: string };
  judgment_entered: OwnCase & { outcome: JudgmentOutcome };
  case_on_hold: OwnCase & { reason: NonNullable<CaseRecord['holdReason']> };
  case_over: OwnCase & { state: 'resolved' | 'closed' | 'withdrawn' };
  service_note: OwnCase;
  // To the attorney.
  case_assigned: AnyCase & { jurisdiction: string; ground: Ground };
  review_requested: AnyCase & { reason: ReviewReason };
  cure_reported: AnyCase;
  withdrawal_requested: AnyCase;
  case_withdrawn: AnyCase;
  customer_note: AnyCase;
  // To the operators.
  attorney_missing: AnyCase & { forGood: boolean };
  attorney_declined: AnyCase;
  step_failed: AnyCase & { step: StepName };
  unattended_note: AnyCase;
}

type ReviewReason = 'resubmitted' | 'notice_period_over' | 'evidence_added';

/**
 * To the attorney before the conflict check goes no more than state and ground. To the customer goes a link, behind
 * which the names are.
 */
export const caseLetters: { readonly [K in keyof CaseLetterFacts]: (facts: CaseLetterFacts[K]) => Letter } = {
  attorney_engaged: (facts) =>
    toCustomer(facts, 'An attorney is engaged', [
      'An attorney licensed in the state of the property has been engaged for this case and reviews it next.',
    ]),
  changes_requested: (facts) =>
    toCustomer(facts, 'Changes are needed', [
      'The attorney asks for changes before the case can go on. What is asked for is in the messages of the case.',
      'The case can be edited again. Answer the attorney, make the changes and submit it again; there is no second fee.',
    ]),
  notice_period_over: (facts) =>
    toCustomer(facts, 'The notice period is over: is the unit still occupied?', [
      'The notice period has ended. The court filing comes next.',
      'Before it is filed, confirm that the unit is still occupied. If it is vacant, or the tenant has cured, say so in the case: then nothing is to be filed.',
    ]),
  hearing_scheduled: (facts) =>
    toCustomer(facts, `Hearing on ${facts.date}`, [
      `The court hears this case on ${facts.date}. A date that you were told before does not count any more.`,
      'Bring an updated ledger.',
    ]),
  judgment_entered: (facts) => toCustomer(facts, 'Judgment entered', [judgments[facts.outcome]]),
  case_on_hold: (facts) => toCustomer(facts, 'The case is on hold', [holds[facts.reason]]),
  case_over: (facts) => toCustomer(facts, `The case is ${facts.state}`, [endings[facts.state]]),
  service_note: (facts) =>
    toCustomer(facts, 'A message for you', ['There is a new message for you in this case. You can answer it there.']),

  case_assigned: (facts) =>
    toOthers(facts, 'A case is assigned to you', [
      `State: ${facts.jurisdiction}. Ground: ${grounds[facts.ground]}.`,
      'Check for conflicts first. If you cannot take the case, reject it: that costs the customer nothing.',
    ]),
  review_requested: (facts) => toOthers(facts, 'A case waits for your review', [reviewReasons[facts.reason]]),
  cure_reported: (facts) =>
    toOthers(facts, 'A cure is reported', [
      'The customer reports that the tenant has cured. Whether the case ends with it is for you to decide.',
    ]),
  withdrawal_requested: (facts) =>
    toOthers(facts, 'A withdrawal is requested', [
      'The customer wants to withdraw this case. It is on hold until you confirm, by the outcome “closed”, that all work has stopped.',
    ]),
  case_withdrawn: (facts) => toOthers(facts, 'A case is withdrawn', ['This case is withdrawn. Stop all work on it.']),
  customer_note: (facts) =>
    toOthers(facts, 'A message from the customer', ['There is a new message from the customer in this case.']),

  attorney_missing: (facts) =>
    toOthers(facts, 'No attorney for a case', [
      'This case was submitted, and no attorney has been found for it: one has to be verified and licensed in the state of the property.',
      facts.forGood
        ? 'The search is over. Assign an attorney, or have the step tried again.'
        : 'The search goes on for some hours. A mail like this comes again if it ends without success.',
    ]),
  attorney_declined: (facts) =>
    toOthers(facts, 'An attorney declined a case', [
      'The case is on hold. Assign another attorney and resume it, or withdraw it.',
    ]),
  step_failed: (facts) =>
    toOthers(facts, 'A step of a case has failed for good', [
      `Step: ${facts.step}. It is not tried again by itself: remove the cause, then have the step tried again.`,
    ]),
  unattended_note: (facts) =>
    toOthers(facts, 'A message from a customer', [
      'There is a new message from the customer in this case, and no attorney is engaged who could answer it.',
    ]),
};

const judgments: Readonly<Record<JudgmentOutcome, string>> = {
  plaintiff: 'The court has entered judgment for the plaintiff.',
  defendant: 'The court has entered judgment for the defendant.',
  dismissed: 'The court has dismissed this case.',
};

const holds: Readonly<Record<CaseLetterFacts['case_on_hold']['reason'], string>> = {
  withdrawal_requested:
    'A withdrawal was requested. The case is on hold until the attorney confirms that all work has stopped.',
  attorney_declined: 'The attorney cannot take this case. It is on hold while another one is found.',
  reviewer_rejected: 'The review did not approve this case.',
  operator: 'The case was put on hold by the service. Until it goes on, nothing is served or filed.',
};

const endings: Readonly<Record<CaseLetterFacts['case_over']['state'], string>> = {
  resolved: 'The tenant has cured, and the case is resolved. Nothing more is served or filed.',
  closed: 'The case is closed. Nothing more is served or filed.',
  withdrawn: 'The case is withdrawn. Nothing more is served or filed.',
};

const grounds: Readonly<Record<Ground, string>> = {
  nonpayment: 'nonpayment of rent',
  lease_violation: 'lease violation',
  holdover: 'holdover',
};

const reviewReasons: Readonly<Record<ReviewReason, string>> = {
  resubmitted: 'The customer has answered the changes you asked for and submitted the case again.',
  notice_period_over: 'The notice period is over. The court filing waits for your review.',
  evidence_added:
    'The customer has added evidence, and the case summary was made anew. An approval has to name the new one.',
};

function toCustomer({ caseId, link }: OwnCase, subject: string, paragraphs: readonly string[]): Letter {
  return letter(caseId, subject, [...paragraphs.map(paragraph), { link, label: 'Open the case' }]);
}

function toOthers({ caseId }: AnyCase, subject: string, paragraphs: readonly string[]): Letter {
  return letter(caseId, subject, paragraphs.map(paragraph));
}

function letter(caseId: string, subject: string, parts: Letter['parts']): Letter {
  return { subject: `${subject} (${caseId})`, parts: [{ fields: [['Case', caseId]] }, ...parts] };
}

function paragraph(text: string) {
  return { paragraph: text };
}
