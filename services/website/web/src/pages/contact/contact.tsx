import { Textarea } from '@mantine/core';
import { LeadForm } from '../../shared/lead-form.tsx';
import { leadWords as words } from '../../wording/accounts.ts';

export function Contact() {
  return (
    <LeadForm
      title={words.contactTitle}
      initialValues={{ name: '', email: '', message: '', contact_url: '' }}
      bodyOf={(values) => ({ kind: 'contact', ...values })}
    >
      {(form) => (
        <Textarea
          label={words.message}
          autosize
          minRows={4}
          key={form.key('message')}
          {...form.getInputProps('message')}
        />
      )}
    </LeadForm>
  );
}
