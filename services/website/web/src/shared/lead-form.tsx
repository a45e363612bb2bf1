import { Button, Stack, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { LeadBody } from '@evict/contract';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { leadWords as words } from '../wording/accounts.ts';
import { Done, FormPage } from './form-page.tsx';
import { RefusalAlert } from './refusal-alert.tsx';
import { useFormAction } from './use-form-action.ts';
import './lead-form.css';

interface LeadValues extends Record<string, string | string[]> {
  name: string;
  email: string;
  contact_url: string;
}

interface LeadFormProps<V extends LeadValues> {
  title: string;
  initialValues: V;
  bodyOf: (values: V) => LeadBody;
  /** The fields between the email and the button. */
  children: (form: UseFormReturnType<V>) => React.ReactNode;
}

/** One of the three forms for people without an account. Its honeypot is a field that no person sees. */
export function LeadForm<V extends LeadValues>({ title, initialValues, bodyOf, children }: LeadFormProps<V>) {
  const [isSent, setSent] = useState(false);
  const form = useForm<V>({ mode: 'uncontrolled', initialValues });
  const { onSubmit, error, isPending } = useFormAction(form, {
    run: (values) => call('POST /v1/public/leads', { body: bodyOf(values) }),
    onDone: () => setSent(true),
  });
  return (
    <FormPage title={title}>
      {isSent ? (
        <Done title={words.sent} help={words.sentHelp} />
      ) : (
        <form onSubmit={onSubmit} noValidate>
          <Stack>
            <RefusalAlert error={error} />
            <TextInput label={words.name} autoComplete="name" key={form.key('name')} {...form.getInputProps('name')} />
            <TextInput
              label={words.email}
              type="email"
              autoComplete="email"
              key={form.key('email')}
              {...form.getInputProps('email')}
            />
            {children(form)}
            <input
              className="honeypot"
              type="text"
              tabIndex={-1}
              aria-hidden
              autoComplete="off"
              key={form.key('contact_url')}
              {...form.getInputProps('contact_url')}
            />
            <Button type="submit" loading={isPending}>
              {words.send}
            </Button>
          </Stack>
        </form>
      )}
    </FormPage>
  );
}

/** What was left empty is not sent. */
export function filled<T extends Record<string, unknown>>(values: T): Partial<T> {
  const isFilled = (value: unknown) => value !== '' && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => isFilled(value))) as Partial<T>;
}
