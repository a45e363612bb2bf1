import { caseMail, onlyWhile } from '../case-mail.ts';

export const noticePeriodOver = caseMail({
  audience: 'customer',
  group: 'needsYou',
  on: { cure_period_expired: true },
  data: onlyWhile(({ state }) => state === 'filing_review' || state === 'filing_approved'),
  subject: 'The notice period is over: is the unit still occupied?',
  body: [
    "The notice period has ended. The court filing awaits your attorney's review.",
    'If the unit is vacant, or the tenant has paid or cured, tell your attorney in a message about the case. The attorney decides whether to file.',
  ],
});
