import { caseMail } from '../case-mail.ts';

/** Also for a continuance. A mail sent late names the date that counts by then. */
export const hearingScheduled = caseMail({
  audience: 'customer',
  on: { schedule_hearing: true },
  facts: ({ hearingDate }) => (hearingDate === null ? null : { date: hearingDate }),
  subject: ({ date }) => `Hearing on ${date}`,
  body: ({ date }) => [
    `The court hears this case on ${date}. This date replaces any earlier one.`,
    'Bring an updated ledger.',
  ],
});
