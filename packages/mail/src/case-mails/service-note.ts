import type { NoteWriter } from '@evict/case-model';
import { caseMail } from '../case-mail.ts';

type Data = { writtenBy: NoteWriter };

export const serviceNote = caseMail<Data, Data>({
  audience: 'customer',
  group: 'messages',
  on: { service_message: ({ writtenBy }) => ({ writtenBy }) },
  data: (_now, detail) => detail,
  subject: 'New message about your case',
  body: ({ writtenBy }) => [
    writtenBy === 'attorney'
      ? 'Your attorney has written a message on this case. You can reply there.'
      : 'We have written a message on this case; it is not from your attorney. You can reply there.',
  ],
});
