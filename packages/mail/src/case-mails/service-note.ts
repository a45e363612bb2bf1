import type { NoteWriter } from '@evict/case-model';
import { caseMail } from '../case-mail.ts';

type Facts = { writtenBy: NoteWriter };

export const serviceNote = caseMail<Facts, Facts>({
  audience: 'customer',
  on: { service_message: ({ writtenBy }) => ({ writtenBy }) },
  facts: (_now, detail) => detail,
  subject: 'A message for you',
  body: ({ writtenBy }) => [
    writtenBy === 'attorney'
      ? 'There is a new message from your attorney in this case. You can reply there.'
      : 'There is a new message from the service in this case. The attorney has not written it. You can reply there.',
  ],
});
