import { finishedStates } from '@evict/case-model';
import { caseMail } from '../case-mail.ts';

export const caseOver = caseMail({
  audience: 'customer',
  on: {
    close: true,
    close_resolved: true,
    withdraw: ({ event }) => event.actorType !== 'customer',
  },
  facts: (now) => {
    const state = finishedStates.find((finished) => finished === now.state);
    return state === undefined ? null : { state };
  },
  subject: ({ state }) => `The case is ${state}`,
  body: ({ state }) => [endings[state]],
});

const endings: Readonly<Record<(typeof finishedStates)[number], string>> = {
  resolved: 'The tenant has cured, and the case is resolved. Nothing more is served or filed.',
  closed: 'The case is closed. Nothing more is served or filed.',
  withdrawn: 'The case is withdrawn. Nothing more is served or filed.',
};
