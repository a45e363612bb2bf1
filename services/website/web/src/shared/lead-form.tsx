import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { LeadBody } from '@evict/contract';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { Done, FormPage } from './form-page.tsx';
import { Form, useFormAction } from './form.tsx';
import './lead-form.css';

interface LeadValues extends Record<string, string | string[]> {
  name: string;
  email: string;
  contact_url: string;
}

interface LeadFormProps<V> {
  title: string;
  /** Of the fields that this form has beside those of all. */
  initialValues: V;
  bodyOf: (values: V & LeadValues) => LeadBody;
  /** The fields between the email and the button. */
  children: (form: UseFormReturnType<V & LeadValues>) => React.ReactNode;
}

/** One of the three forms for people without an account. Its honeypot is a field that no person sees. */
export function LeadForm<V extends object>({ title, initialValues, bodyOf, children }: LeadFormProps<V>) {
  const [isSent, setSent] = useState(false);
  const { form, action } = useFormAction<V & LeadValues, unknown>({
    initialValues: { name: '', email: '', contact_url: '', ...initialValues },
    run: (values) => call('POST /v1/public/leads', { body: bodyOf(values) }),
    onDone: () => setSent(true),
  });
  return (
    <FormPage title={title}>
      {isSent ? (
        <Done title="We have received your message" help="We will reply by email." />
      ) : (
        <Form action={action} verb="Send">
          <TextInput label="Your name" autoComplete="name" {...form.getInputProps('name')} />
          <TextInput label="Email" type="email" autoComplete="email" {...form.getInputProps('email')} />
          {children(form)}
          <input
            className="honeypot"
            type="text"
            tabIndex={-1}
            aria-hidden
            autoComplete="off"
            {...form.getInputProps('contact_url')}
          />
        </Form>
      )}
    </FormPage>
  );
}

/** What was left empty is not sent. */
export function filled<T extends Record<string, unknown>>(values: T): Partial<T> {
  const isFilled = (value: unknown) => value !== '' && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => isFilled(value))) as Partial<T>;
}
