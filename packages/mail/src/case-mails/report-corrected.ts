import { type CaseEvent, isAddition, isCorrection } from '@evict/case-model';
import { caseMail } from '../case-mail.ts';

type What = keyof typeof corrections | keyof typeof additions;

/** Returns a rule that queues the email if the event repeats an earlier one, to correct it or add to it. */
const restated =
  (correction: What, addition?: What) =>
  ({ event: { detail } }: { event: CaseEvent }): { what: What } | false => {
    if (isCorrection(detail)) return { what: correction };
    return addition !== undefined && isAddition(detail) && { what: addition };
  };

/** A rule that queues the email if service was voided. Failed service isn't a correction. */
function voided({ event }: { event: CaseEvent }): { what: What } | false {
  const { stage, voided: isVoid } = event.detail;
  return isVoid === true && { what: stage === 'notice' ? 'voidNotice' : 'voidSummons' };
}

/** Sent when a report is corrected or completed. The court's numbers are shown only behind the link. */
export const reportCorrected = caseMail<{ what: What; expires: string | null; hearing: string | null }, { what: What }>(
  {
    audience: 'customer',
    group: 'court',
    on: {
      start_cure_period: restated('notice'),
      summons_served: restated('summons'),
      service_failed: voided,
      submit_filing: restated('filing', 'filingAdded'),
      filing_accepted: restated('filing', 'filingAdded'),
      schedule_hearing: restated('hearing', 'hearingAdded'),
      record_judgment: restated('judgment', 'judgmentAdded'),
    },
    data: ({ noticeExpires: expires, hearingDate: hearing }, { what }) => ({ what, expires, hearing }),
    subject: ({ what }) => (what in additions ? 'New details of your case' : 'A correction to your case'),
    body: ({ what, expires, hearing }) => [
      texts[what],
      ...(what === 'notice' && expires !== null
        ? [`The notice period runs through ${expires}. This replaces any earlier date.`]
        : []),
      ...(what === 'hearing' && hearing !== null
        ? [`The hearing date now on record is ${hearing}. It replaces any earlier date.`]
        : []),
      what in additions
        ? 'The history of the case shows the new details.'
        : 'The history of the case shows the old and the new values. Documents that were already made stay as they are.',
    ],
  },
);

const corrections = {
  notice: 'The dates reported for service of the notice were corrected.',
  summons: 'The date reported for service of the summons was corrected.',
  voidNotice: 'The service of the notice was voided. It no longer counts, and the notice is reviewed again.',
  voidSummons: 'The service of the summons was voided. It no longer counts.',
  hearing: 'The date reported for the hearing was corrected.',
  judgment: 'The reported details of the judgment were corrected.',
  filing: 'A number reported for the court filing was corrected.',
};

/** The sentences for details that a later report adds. */
const additions = {
  hearingAdded: 'The hearing has new details, such as its time or place.',
  judgmentAdded: 'The judgment has new details.',
  filingAdded: 'The court filing has new details.',
};

const texts: Readonly<Record<What, string>> = { ...corrections, ...additions };
