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
 * Names the attorney of the case and who engaged them: for one who doesn't ask first, we do. An attorney whose license
 * has lapsed is about to be replaced and not named.
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
