import { Textarea } from '@mantine/core';
import { LeadForm } from '../../shared/lead-form.tsx';

export function Contact() {
  return (
    <LeadForm title="Contact us" initialValues={{ message: '' }} bodyOf={(values) => ({ kind: 'contact', ...values })}>
      {(form) => <Textarea label="Message" autosize minRows={4} {...form.getInputProps('message')} />}
    </LeadForm>
  );
}
