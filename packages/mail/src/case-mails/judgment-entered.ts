import { isRestated, type JudgmentOutcome } from '@evict/case-model';
import { caseMail } from '../case-mail.ts';

export const judgmentEntered = caseMail({
  audience: 'customer',
  group: 'court',
  on: { record_judgment: ({ event }) => !isRestated(event.detail) },
  data: ({ judgment }) => (judgment === null ? null : { outcome: judgment }),
  subject: 'Judgment entered',
  body: ({ outcome }) => [outcomes[outcome]],
});

const outcomes: Readonly<Record<JudgmentOutcome, string>> = {
  plaintiff: 'The court has entered judgment for the plaintiff.',
  defendant: 'The court has entered judgment for the defendant.',
  dismissed: 'The court has dismissed this case.',
};
