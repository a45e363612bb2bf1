import { finishedStates, isFinished } from '@evict/case-model';
import { compose, type OutgoingMail } from '@evict/mail';
import type { Store } from '@evict/store/database';
import { type CaseMailKind, findMailedCase, type MailedCase, type RecordedMail } from '@evict/store/mails';

export type RecordedCaseMail = Extract<RecordedMail, { kind: CaseMailKind }>;

type Text = Pick<OutgoingMail, 'subject' | 'text' | 'html'>;

/**
 * The text of a mail about a case, made from what is true when it goes out. Null where nothing true is left to say: the
 * case's details were erased, it is another attorney's by now, or what the mail would tell is over.
 */
export async function writeCaseMail(
  mail: RecordedCaseMail,
  { store, websiteOrigin }: { store: Store; websiteOrigin: string },
): Promise<Text | null> {
  const { payload } = mail;
  const { caseId } = payload;
  const now = await findMailedCase(store, caseId);
  if (!now || ('attorneyId' in payload && payload.attorneyId !== now.attorneyId)) return null;
  return write(mail, now, { caseId, link: `${websiteOrigin}/cases/${caseId}` });
}

function write(mail: RecordedCaseMail, now: MailedCase, own: { caseId: string; link: string }): Text | null {
  const { kind } = mail;
  const { caseId } = own;
  const isUnderReview = now.state === 'notice_review' || now.state === 'filing_review';
  switch (kind) {
    case 'attorney_engaged':
      return now.attorneyId === null || isFinished(now.state) ? null : compose(kind, own);
    case 'changes_requested':
      return now.state === 'draft' ? compose(kind, own) : null;
    case 'notice_period_over':
      return now.state === 'filing_review' || now.state === 'filing_approved' ? compose(kind, own) : null;
    case 'hearing_scheduled':
      return now.hearingDate === null ? null : compose(kind, { ...own, date: now.hearingDate });
    case 'judgment_entered':
      return now.judgment === null ? null : compose(kind, { ...own, outcome: now.judgment });
    case 'case_on_hold': {
      const reason = now.awaitsWithdrawal ? 'withdrawal_requested' : now.holdReason;
      return now.state !== 'on_hold' || reason === null ? null : compose(kind, { ...own, reason });
    }
    case 'case_over': {
      const state = finishedStates.find((one) => one === now.state);
      return state === undefined ? null : compose(kind, { ...own, state });
    }
    case 'service_note':
      return compose(kind, own);
    case 'case_assigned':
      return isFinished(now.state)
        ? null
        : compose(kind, { caseId, jurisdiction: now.jurisdiction, ground: now.ground });
    case 'review_requested':
      return isUnderReview ? compose(kind, { caseId, reason: mail.payload.reason }) : null;
    case 'withdrawal_requested':
      return now.awaitsWithdrawal ? compose(kind, { caseId }) : null;
    case 'cure_reported':
    case 'case_withdrawn':
    case 'customer_note':
    case 'unattended_note':
      return compose(kind, { caseId });
    case 'attorney_missing':
      return now.failedStep === 'engage_attorney' ? compose(kind, { caseId, forGood: now.hasFailedForGood }) : null;
    case 'attorney_declined':
      return now.state === 'on_hold' && now.attorneyId === null ? compose(kind, { caseId }) : null;
    case 'step_failed': {
      const { step } = mail.payload;
      return now.failedStep === step && now.hasFailedForGood ? compose(kind, { caseId, step }) : null;
    }
  }
}
