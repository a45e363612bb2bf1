import { finishedStates } from '@evict/case-model';
import { caseMail } from '../case-mail.ts';

export const caseOver = caseMail({
  audience: 'customer',
  group: 'court',
  on: {
    close: true,
    close_resolved: true,
    withdraw: ({ event }) => event.actorType !== 'customer' || event.detail['needsDismissal'] === true,
  },
  data: (now) => {
    const state = finishedStates.find((finished) => finished === now.state);
    const { isFiled, needsDismissal, dismissedOn } = now;
    return state === undefined ? null : { state, isFiled, needsDismissal, dismissedOn };
  },
  subject: ({ state }) => `The case is ${state}`,
  body: ({ state, isFiled, needsDismissal, dismissedOn }) => [
    // If a court has the case, more may have to be filed there.
    isFiled ? endings[state] : `${endings[state]} Nothing more will be served or filed.`,
    ...(state === 'withdrawn' && needsDismissal
      ? ['The court case needs its own dismissal, and none is on record.']
      : []),
    ...(dismissedOn === null ? [] : [`The court case was dismissed on ${dismissedOn}.`]),
  ],
});

const endings: Readonly<Record<(typeof finishedStates)[number], string>> = {
  resolved: 'The tenant has cured, and the case is resolved.',
  closed: 'The case is closed.',
  withdrawn: 'The case is withdrawn.',
};
