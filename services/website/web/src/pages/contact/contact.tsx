import { Textarea } from '@mantine/core';
import { LeadForm } from '../../shared/lead-form.tsx';
import { leadWords as words } from '../../wording/accounts.ts';

export function Contact() {
  return (
    <LeadForm
      title={words.contactTitle}
      initialValues={{ message: '' }}
      bodyOf={(values) => ({ kind: 'contact', ...values })}
    >
      {(form) => <Textarea label={words.message} autosize minRows={4} {...form.getInputProps('message')} />}
    </LeadForm>
  );
}
