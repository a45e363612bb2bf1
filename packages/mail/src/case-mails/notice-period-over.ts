import { caseMail, onlyWhile } from '../case-mail.ts';

export const noticePeriodOver = caseMail({
  audience: 'customer',
  on: { cure_period_expired: true },
  facts: onlyWhile(({ state }) => state === 'filing_review' || state === 'filing_approved'),
  subject: 'The notice period is over: is the unit still occupied?',
  body: [
    'The notice period has ended. The court filing comes next.',
    'Before it is filed, confirm that the unit is still occupied. If it is vacant, or the tenant has cured, report it in the case: then nothing is to be filed.',
  ],
});
