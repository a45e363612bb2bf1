import { isFinished } from '@evict/case-model';
import { caseMail } from '../case-mail.ts';

type By = 'attorney' | 'platform';

interface Engaged {
  name: string;
  barNumber: string;
  jurisdiction: string;
  by: By;
}

/**
 * Names the case's attorney and says who accepted the case: the attorney, or the platform if the attorney doesn't
 * accept each case personally. An attorney whose license has lapsed is about to be replaced, so no email is sent.
 */
export const attorneyEngaged = caseMail<Engaged, { by: By }>({
  audience: 'customer',
  group: 'progress',
  on: { engagement_accepted: ({ event }) => ({ by: event.actorType === 'attorney' ? 'attorney' : 'platform' }) },
  data: ({ attorney, jurisdiction, state }, { by }) =>
    attorney?.name != null && attorney.barNumber !== null && !isFinished(state)
      ? { name: attorney.name, barNumber: attorney.barNumber, jurisdiction, by }
      : null,
  subject: 'An attorney is engaged',
  body: ({ name, barNumber, jurisdiction, by }) => [
    {
      fields: [
        ['Attorney', name],
        ['Licensed in', jurisdiction],
        ['Bar number', barNumber],
      ],
    },
    by === 'attorney' ? 'This attorney has accepted your case.' : 'We have engaged this attorney for your case.',
  ],
});
