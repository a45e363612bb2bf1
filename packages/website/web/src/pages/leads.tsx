import type { LeadBody } from '@evict/contract';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { signedInQuery } from '../api/queries.ts';
import { Done, Form, FormPage, optionsOf, useFormAction } from '../shared/form.tsx';
import { AppLink } from '../shared/parts.tsx';
import './leads.css';

interface LeadValues extends Record<string, string> {
  name: string;
  email: string;
  contact_url: string;
}

interface LeadFormProps<V> {
  kind: LeadBody['kind'];
  title: string;
  help: string;
  /** The values of the fields that only this form has. */
  initialValues: V;
  /** The fields that aren't sent if they are empty. */
  optional?: readonly string[];
  /** The fields between the email and the button. */
  children: (form: UseFormReturnType<V & LeadValues>) => React.ReactNode;
}

/** One of the three forms for people without an account. It has a hidden field that only bots fill in. */
function LeadForm<V extends Record<string, string>>({
  kind,
  title,
  help,
  initialValues,
  optional = [],
  children,
}: LeadFormProps<V>) {
  const [isSent, setSent] = useState(false);
  const { form, action } = useFormAction<V & LeadValues, unknown>({
    initialValues: { name: '', email: '', contact_url: '', ...initialValues },
    run: (values) => {
      const sent = Object.entries(values)
        .filter(([name, value]) => value !== '' || !optional.includes(name))
        .map(([name, value]) => [name, name === 'states' ? codesIn(value) : value]);
      return call('POST /v1/public/leads', { body: { kind, ...Object.fromEntries(sent) } as LeadBody });
    },
    onDone: () => setSent(true),
  });
  return (
    <FormPage title={title} {...(!isSent && { help, footer: <HasAccount /> })}>
      {isSent ? (
        <Done title="We have received your message" help="We will reply by email.">
          <AppLink to="/">Back to the home page</AppLink>
        </Done>
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

/** A link to sign in, which leads back to the form. */
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

/** The state codes in a text such as `MD, VA`. */
function codesIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((code) => code !== '');
}

const statesHelp = 'Two letters each, such as MD, VA.';
const roleNames = {
  landlord: 'Landlord',
  property_manager: 'Property manager',
  developer: 'Developer',
  attorney: 'Attorney',
  other: 'Other',
};

export function Contact() {
  return (
    <LeadForm kind="contact" title="Contact us" help="Questions, problems, or press." initialValues={{ message: '' }}>
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
      initialValues={{ company: '', role: 'landlord', states: '', message: '' }}
      optional={['company', 'states', 'message']}
    >
      {(form) => (
        <>
          <TextInput label="Company (optional)" autoComplete="organization" {...form.getInputProps('company')} />
          <NativeSelect label="Role" data={optionsOf(roleNames)} {...form.getInputProps('role')} />
          <TextInput label="States (optional)" description={statesHelp} {...form.getInputProps('states')} />
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
      help="For licensed attorneys. We check your license, then invite you by email."
      initialValues={{ company: '', states: '', barNumber: '', message: '' }}
      optional={['company', 'message']}
    >
      {(form) => (
        <>
          <TextInput label="Law firm (optional)" autoComplete="organization" {...form.getInputProps('company')} />
          <TextInput label="States" description={statesHelp} {...form.getInputProps('states')} />
          <TextInput label="Bar number" {...form.getInputProps('barNumber')} />
          <Textarea label="Message (optional)" autosize minRows={3} {...form.getInputProps('message')} />
        </>
      )}
    </LeadForm>
  );
}
