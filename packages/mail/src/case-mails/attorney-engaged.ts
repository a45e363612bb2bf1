import { isFinished } from '@evict/case-model';
import { caseMail } from '../case-mail.ts';

/** Names the attorney of the case. One who is no longer licensed there is about to be replaced. */
export const attorneyEngaged = caseMail({
  audience: 'customer',
  on: { engagement_accepted: true },
  data: ({ attorney, jurisdiction, state }) =>
    attorney?.name != null && attorney.barNumber !== null && !isFinished(state)
      ? { name: attorney.name, barNumber: attorney.barNumber, jurisdiction }
      : null,
  subject: 'An attorney is engaged',
  body: ({ name, barNumber, jurisdiction }) => [
    {
      fields: [
        ['Attorney', name],
        ['Licensed in', jurisdiction],
        ['Bar number', barNumber],
      ],
    },
    'This attorney is now engaged for your case.',
  ],
});
