import { isRestated } from '@evict/case-model';
import { caseMail } from '../case-mail.ts';

/** Also sent for a continuance. The email contains the date that applies when it is sent. */
export const hearingScheduled = caseMail({
  audience: 'customer',
  group: 'court',
  on: { schedule_hearing: ({ event }) => !isRestated(event.detail) },
  data: ({ hearingDate }) => (hearingDate === null ? null : { date: hearingDate }),
  subject: ({ date }) => `Hearing on ${date}`,
  body: ({ date }) => [
    `The hearing date now on record is ${date}. It replaces any earlier date.`,
    'If the ledger has changed since the case was submitted, tell your attorney.',
  ],
});
