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
import { Price } from '../shared/price.tsx';
import type { About, FormFrameProps } from '../shell/form-frame.tsx';
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
  /** A sentence that says what happens after the form is sent. */
  next: string;
  /** The noun for what is sent, such as `message`. */
  sent: string;
  /** The panel next to the form. If its items are steps, sending the form is the first. */
  about: About;
  links?: FormFrameProps['links'];
  /** Where people with an account sign in. */
  signIn?: '/sign-in' | '/attorney/sign-in';
  /** The values of the fields that only this form has. */
  initialValues: V;
  /** The names of fields that aren't sent if they are empty. */
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
  sent,
  about,
  links,
  signIn = '/sign-in',
  initialValues,
  optional = [],
  children,
}: LeadFormProps<V>) {
  const [isSent, setSent] = useState(false);
  const { form, action } = useFormAction<V & LeadValues, unknown>({
    initialValues: { name: '', email: '', contact_url: '', ...initialValues },
    run: (values) => {
      const filled = Object.entries(values).filter(([name, value]) => value.length > 0 || !optional.includes(name));
      return call('POST /v1/public/leads', { body: { kind, ...Object.fromEntries(filled) } as LeadBody });
    },
    onDone: () => setSent(true),
  });
  return (
    <FormPage
      title={title}
      about={{ ...about, now: isSent ? 1 : 0 }}
      links={links}
      {...(!isSent && { help, footer: <HasAccount signIn={signIn} /> })}
    >
      {isSent ? (
        <Done title={`We have received your ${sent}`} help={next}>
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
          {/* Steps next to the form already say so. */}
          {about.isSequence === false && <Hint>{next}</Hint>}
        </Form>
      )}
    </FormPage>
  );
}

/** A link to the sign-in page. A customer returns to the form afterwards. */
function HasAccount({ signIn }: { signIn: '/sign-in' | '/attorney/sign-in' }) {
  const { data: signedIn } = useQuery(signedInQuery);
  const next = useLocation({ select: ({ href }) => href });
  if (!signedIn || signedIn.customer || signedIn.attorney) return null;
  return (
    <span>
      Already have an account?{' '}
      {signIn === '/sign-in' ? (
        <AppLink to="/sign-in" search={{ next }}>
          Sign in
        </AppLink>
      ) : (
        <AppLink to="/attorney/sign-in">Attorney sign-in</AppLink>
      )}
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
      help="For questions, problems, and press requests."
      verb="Send message"
      next="We reply to the email address that you give."
      sent="message"
      about={answers}
      initialValues={{ message: '' }}
    >
      {(form) => <Textarea label="Message" autosize minRows={4} {...form.getInputProps('message')} />}
    </LeadForm>
  );
}

const answers: About = {
  lead: 'You may find your answer here',
  items: [
    { name: <a href="/docs/guides">How a case runs</a>, text: 'From the first facts to the writ.' },
    { name: <a href="/states">Facts by state</a>, text: 'Quotes from statutes and courts, each with its source.' },
    {
      name: <a href="/docs/guides/attorneys">For attorneys</a>,
      text: 'How you take a case from the queue to the writ.',
    },
    { name: <a href="/docs">For developers</a>, text: 'The API, call by call.' },
  ],
  isSequence: false,
};

export function RequestAccess() {
  return (
    <LeadForm
      kind="access_request"
      title="Request live access"
      help="Live mode is for real cases. You don’t need an account to ask for it. Test mode is free and open to everybody."
      verb="Request access"
      next="We read your request and reply by email."
      sent="request"
      about={toLive}
      links={['/contact']}
      initialValues={{ company: '', role: '', states: [], message: '' }}
      optional={['company', 'role', 'states', 'message']}
    >
      {(form) => (
        <>
          <TextInput label="Company (optional)" autoComplete="organization" {...form.getInputProps('company')} />
          <NativeSelect
            label="Role (optional)"
            data={optionsOf(roleNames, 'Choose a role')}
            {...(form.values.role === '' && { styles: { input: { color: 'var(--mantine-color-placeholder)' } } })}
            {...form.getInputProps('role')}
          />
          <States label="States where you have properties (optional)" {...form.getInputProps('states')} />
          <Textarea
            label="Message (optional)"
            description="For example, how many units you manage."
            autosize
            minRows={3}
            {...form.getInputProps('message')}
          />
        </>
      )}
    </LeadForm>
  );
}

const toLive: About = {
  lead: 'From test cases to real ones',
  items: [
    { name: 'Send your request', text: 'Say where your properties are.' },
    { name: 'We reply by email', text: 'Meanwhile, you can try everything in test mode.' },
    { name: 'Submit a real case', text: 'We ask an attorney licensed in the state to take it.' },
    {
      name: 'The attorney reviews it',
      text: 'Nothing is served or filed before a licensed attorney approves it.',
    },
  ],
  note: <Price ifNone={null} />,
};

export function AttorneysApply() {
  return (
    <LeadForm
      kind="attorney_application"
      title="Apply to take cases"
      help="For attorneys licensed in the United States."
      verb="Apply"
      next="We check your license with the bar, then invite you by email."
      sent="application"
      about={toTheDesk}
      links={['/contact']}
      signIn="/attorney/sign-in"
      initialValues={{ company: '', states: [], barNumber: '', message: '' }}
      optional={['company', 'message']}
    >
      {(form) => (
        <>
          <TextInput label="Law firm (optional)" autoComplete="organization" {...form.getInputProps('company')} />
          <States label="States" {...form.getInputProps('states')} />
          <TextInput
            label="Bar number"
            description={form.values.states.length > 1 && 'One for each state, such as MD 12345, VA 67890.'}
            {...form.getInputProps('barNumber')}
          />
          <Textarea label="Message (optional)" autosize minRows={3} {...form.getInputProps('message')} />
        </>
      )}
    </LeadForm>
  );
}

const toTheDesk: About = {
  lead: 'You decide what is served and filed',
  items: [
    { name: 'Apply', text: 'Name the states in which you are licensed.' },
    { name: 'We check your license with the bar', text: 'Then we invite you by email.' },
    { name: 'Take cases in your states', text: 'You can check for conflicts before you accept, and decline any case.' },
    {
      name: 'Approve, serve, and file',
      text: 'You approve exactly what you have read, and serve and file through your own accounts.',
    },
  ],
  note: 'You bill your fees and the court costs to the customer. You see only your own cases.',
};
