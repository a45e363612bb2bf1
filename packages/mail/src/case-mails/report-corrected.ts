import { type CaseEvent, isCorrection } from '@evict/case-model';
import { caseMail } from '../case-mail.ts';

type What = 'notice' | 'summons' | 'filing' | 'hearing' | 'judgment' | 'voidNotice' | 'voidSummons';

/** An event that is recorded again corrects what an earlier one said. */
const corrected =
  (what: What) =>
  ({ event }: { event: CaseEvent }): { what: What } | false =>
    isCorrection(event.detail) && { what };

/** A service that was voided; one that failed is no correction. */
function voided({ event }: { event: CaseEvent }): { what: What } | false {
  const { stage, voided: isVoid } = event.detail;
  return isVoid === true && { what: stage === 'notice' ? 'voidNotice' : 'voidSummons' };
}

/** A report was corrected. The court's numbers are behind the link. */
export const reportCorrected = caseMail<{ what: What; expires: string | null; hearing: string | null }, { what: What }>(
  {
    audience: 'customer',
    on: {
      start_cure_period: corrected('notice'),
      summons_served: corrected('summons'),
      service_failed: voided,
      submit_filing: corrected('filing'),
      filing_accepted: corrected('filing'),
      schedule_hearing: corrected('hearing'),
      record_judgment: corrected('judgment'),
    },
    data: ({ noticeExpires: expires, hearingDate: hearing }, { what }) => ({ what, expires, hearing }),
    subject: 'A correction to your case',
    body: ({ what, expires, hearing }) => [
      texts[what],
      ...(what === 'notice' && expires !== null
        ? [`The notice period runs through ${expires}. This replaces any earlier date.`]
        : []),
      ...(what === 'hearing' && hearing !== null
        ? [`The hearing date now on record is ${hearing}. It replaces any earlier date.`]
        : []),
      'The history of the case shows the old and the new values. Documents that were already made stay as they are.',
    ],
  },
);

const texts: Readonly<Record<What, string>> = {
  notice: 'The dates reported for service of the notice were corrected.',
  summons: 'The date reported for service of the summons was corrected.',
  voidNotice: 'The service of the notice was voided. It no longer counts, and the notice is reviewed again.',
  voidSummons: 'The service of the summons was voided. It no longer counts.',
  hearing: 'The date reported for the hearing was corrected.',
  judgment: 'The reported details of the judgment were corrected.',
  filing: 'A number reported for the court filing was corrected.',
};
