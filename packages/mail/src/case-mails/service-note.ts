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
      ? 'Your attorney has sent you a message about this case. Open the case to reply.'
      : 'We have sent you a message about this case. It is not from your attorney. Open the case to reply.',
  ],
});
