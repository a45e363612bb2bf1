import type { LeadBody } from '@evict/contract';
import { NativeSelect, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { Done, Form, FormPage, optionsOf, useFormAction } from '../shared/form.tsx';
import './leads.css';

interface LeadValues extends Record<string, string | string[]> {
  name: string;
  email: string;
  contact_url: string;
}

interface LeadFormProps<V> {
  kind: LeadBody['kind'];
  title: string;
  /** Of the fields that this form has beside those of all. */
  initialValues: V;
  /** Fields that are not sent when they are left empty. */
  optional?: readonly string[];
  /** The fields between the email and the button. */
  children: (form: UseFormReturnType<V & LeadValues>) => React.ReactNode;
}

/** One of the three forms for people without an account. Its honeypot is a field that no person sees. */
function LeadForm<V extends object>({ kind, title, initialValues, optional = [], children }: LeadFormProps<V>) {
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

const statesHelp = 'For example MD, VA.';
const roleNames = {
  landlord: 'Landlord',
  property_manager: 'Property manager',
  developer: 'Developer',
  attorney: 'Attorney',
  other: 'Other',
};

export function Contact() {
  return (
    <LeadForm kind="contact" title="Contact us" initialValues={{ message: '' }}>
      {(form) => <Textarea label="Message" autosize minRows={4} {...form.getInputProps('message')} />}
    </LeadForm>
  );
}

export function RequestAccess() {
  return (
    <LeadForm
      kind="access_request"
      title="Request access to live cases"
      initialValues={{ company: '', role: 'landlord', states: [], message: '' }}
      optional={['company', 'states', 'message']}
    >
      {(form) => (
        <>
          <TextInput label="Company" autoComplete="organization" {...form.getInputProps('company')} />
          <NativeSelect label="Role" data={optionsOf(roleNames)} {...form.getInputProps('role')} />
          <TagsInput label="States" description={statesHelp} {...form.getInputProps('states')} />
          <Textarea label="Message" autosize minRows={3} {...form.getInputProps('message')} />
        </>
      )}
    </LeadForm>
  );
}

export function AttorneysApply() {
  return (
    <LeadForm
      kind="attorney_application"
      title="Work with us as an attorney"
      initialValues={{ company: '', states: [], barNumber: '', message: '' }}
      optional={['company', 'message']}
    >
      {(form) => (
        <>
          <TextInput label="Company" autoComplete="organization" {...form.getInputProps('company')} />
          <TagsInput label="States" description={statesHelp} {...form.getInputProps('states')} />
          <TextInput label="Bar number" {...form.getInputProps('barNumber')} />
          <Textarea label="Message" autosize minRows={3} {...form.getInputProps('message')} />
        </>
      )}
    </LeadForm>
  );
}
