import type { LeadBody } from '@evict/contract';
import { type MultiSelectProps, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { call } from '../api/call.ts';
import { signedInQuery } from '../api/queries.ts';
import { Done, Form, FormPage, optionsOf, useFormAction } from '../shared/form.tsx';
import { AppLink, Hint } from '../shared/parts.tsx';
import './leads.css';

interface LeadValues extends Record<string, string | string[]> {
  name: string;
  email: string;
  contact_url: string;
}

interface LeadFormProps<V> {
  kind: LeadBody['kind'];
  title: string;
  help: string;
  /** The label of the button. */
  verb: string;
  /** What happens after the form was sent. */
  next: string;
  /** The values of the fields that only this form has. */
  initialValues: V;
  /** The fields that aren't sent if they are empty. */
  optional?: readonly string[];
  /** The fields between the email and the button. */
  children: (form: UseFormReturnType<V & LeadValues>) => React.ReactNode;
}

/** One of the three forms for people without an account. It has a hidden field that only bots fill in. */
function LeadForm<V extends Record<string, string | string[]>>({
  kind,
  title,
  help,
  verb,
  next,
  initialValues,
  optional = [],
  children,
}: LeadFormProps<V>) {
  const [isSent, setSent] = useState(false);
  const { form, action } = useFormAction<V & LeadValues, unknown>({
    initialValues: { name: '', email: '', contact_url: '', ...initialValues },
    run: (values) => {
      const sent = Object.entries(values).filter(([name, value]) => value.length > 0 || !optional.includes(name));
      return call('POST /v1/public/leads', { body: { kind, ...Object.fromEntries(sent) } as LeadBody });
    },
    onDone: () => setSent(true),
  });
  return (
    <FormPage title={title} {...(!isSent && { help, footer: <HasAccount /> })}>
      {isSent ? (
        <Done title="We have received your message" help={next}>
          <AppLink to="/">Back to the home page</AppLink>
        </Done>
      ) : (
        <Form action={action} verb={verb}>
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
          <Hint>{next}</Hint>
        </Form>
      )}
    </FormPage>
  );
}

/** A link to the sign-in page, which returns to the form afterwards. */
function HasAccount() {
  const { data: signedIn } = useQuery(signedInQuery);
  const next = useLocation({ select: ({ href }) => href });
  if (!signedIn || signedIn.customer || signedIn.attorney) return null;
  return (
    <span>
      Already have an account?{' '}
      <AppLink to="/sign-in" search={{ next }}>
        Sign in
      </AppLink>
    </span>
  );
}

const StatesField = lazy(async () => ({ default: (await import('../shared/states-field.tsx')).StatesField }));

/**
 * A field for states. The list of states loads after the form is shown, and an empty field takes its place until then.
 */
function States({ label, ...props }: MultiSelectProps & { label: string }) {
  return (
    <Suspense fallback={<TextInput label={label} readOnly />}>
      <StatesField label={label} {...props} />
    </Suspense>
  );
}

const roleNames = {
  landlord: 'Landlord',
  property_manager: 'Property manager',
  developer: 'Developer',
  attorney: 'Attorney',
  other: 'Other',
};

export function Contact() {
  return (
    <LeadForm
      kind="contact"
      title="Contact us"
      help="Questions, problems, or press."
      verb="Send"
      next="We reply by email."
      initialValues={{ message: '' }}
    >
      {(form) => <Textarea label="Message" autosize minRows={4} {...form.getInputProps('message')} />}
    </LeadForm>
  );
}

export function RequestAccess() {
  return (
    <LeadForm
      kind="access_request"
      title="Request live access"
      help="Tell us where your properties are. Test mode is free and open to everybody."
      verb="Request access"
      next="We read your request and reply by email."
      initialValues={{ company: '', role: 'landlord', states: [], message: '' }}
      optional={['company', 'states', 'message']}
    >
      {(form) => (
        <>
          <TextInput label="Company (optional)" autoComplete="organization" {...form.getInputProps('company')} />
          <NativeSelect label="Role" data={optionsOf(roleNames)} {...form.getInputProps('role')} />
          <States label="States (optional)" {...form.getInputProps('states')} />
          <Textarea label="Message (optional)" autosize minRows={3} {...form.getInputProps('message')} />
        </>
      )}
    </LeadForm>
  );
}

export function AttorneysApply() {
  return (
    <LeadForm
      kind="attorney_application"
      title="Apply to take cases"
      help="For attorneys licensed in the United States."
      verb="Apply"
      next="We check your license with the bar, then invite you by email."
      initialValues={{ company: '', states: [], barNumber: '', message: '' }}
      optional={['company', 'message']}
    >
      {(form) => (
        <>
          <TextInput label="Law firm (optional)" autoComplete="organization" {...form.getInputProps('company')} />
          <States label="States" {...form.getInputProps('states')} />
          <TextInput label="Bar number" {...form.getInputProps('barNumber')} />
          <Textarea label="Message (optional)" autosize minRows={3} {...form.getInputProps('message')} />
        </>
      )}
    </LeadForm>
  );
}
