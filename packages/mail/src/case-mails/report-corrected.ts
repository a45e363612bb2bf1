import type { CaseEvent } from '@evict/case-model';
import { caseMail } from '../case-mail.ts';

type What = 'notice' | 'summons' | 'filing' | 'hearing' | 'judgment' | 'voidNotice' | 'voidSummons';

/** An event that is recorded again puts right what an earlier one said. */
const corrected =
  (what: What) =>
  ({ event }: { event: CaseEvent }): { what: What } | false =>
    event.detail['corrected'] === true && { what };

/** A service that was taken back; one that failed is no correction. */
function voided({ event }: { event: CaseEvent }): { what: What } | false {
  const { stage, voided: isVoid } = event.detail;
  return isVoid === true && { what: stage === 'notice' ? 'voidNotice' : 'voidSummons' };
}

/** Something that was reported wrong was put right. The numbers of the court are behind the link. */
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
    facts: ({ noticeExpires: expires, hearingDate: hearing }, { what }) => ({ what, expires, hearing }),
    subject: 'A correction to your case',
    body: ({ what, expires, hearing }) => [
      texts[what],
      ...(what === 'notice' && expires !== null
        ? [`The notice period runs through ${expires}. This date replaces any earlier one.`]
        : []),
      ...(what === 'hearing' && hearing !== null
        ? [`The date now on record is ${hearing}. It replaces any earlier one.`]
        : []),
      'The case and its history show what was recorded before and what counts now. Printed documents stay as they are.',
    ],
  },
);

const texts: Readonly<Record<What, string>> = {
  notice: 'The dates that were reported for the service of the notice have been put right.',
  summons: 'The date that was reported for the service of the summons has been put right.',
  voidNotice: 'The service of the notice was taken back: it no longer counts, and the notice is reviewed again.',
  voidSummons: 'The service of the summons was taken back: it no longer counts.',
  hearing: 'The date that was reported for the hearing has been put right.',
  judgment: 'What was reported of the judgment has been put right.',
  filing: 'A number that was reported for the filing with the court has been put right.',
};
