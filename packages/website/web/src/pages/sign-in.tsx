import { Divider, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { IconBuilding } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { meQuery, signedInQuery } from '../api/queries.ts';
import { replaceSignedIn } from '../api/query-client.ts';
import { codeOf } from '../api/refusal.ts';
import classes from '../shared/form.module.css';
import { Done, Form, FormPage, NewPasswordField, useFormAction } from '../shared/form.tsx';
import { localPath } from '../shared/local-path.ts';
import { AppLink, ButtonLink, Hint } from '../shared/parts.tsx';
import { Price } from '../shared/price.tsx';
import { SignInForm } from '../shared/sign-in-form.tsx';
import type { About } from '../shell/form-frame.tsx';

export function SignIn() {
  const { next } = useSearch({ from: '/sign-in' });
  const signedIn = useSignIn('customer', next);
  const search = next === undefined ? {} : { next };
  return (
    <FormPage title="Sign in">
      <SignInForm role="customer" onSignedIn={() => void signedIn()}>
        <div className={classes['others']}>
          <Divider label="or" />
          <ButtonLink
            to="/sign-in/sso"
            search={search}
            size="md"
            variant="default"
            leftSection={<IconBuilding size={16} aria-hidden />}
          >
            Sign in with single sign-on
          </ButtonLink>
          <p>
            New here?{' '}
            <AppLink to="/sign-up" search={search}>
              Create an account
            </AppLink>
          </p>
        </div>
      </SignInForm>
    </FormPage>
  );
}

export function SignUp() {
  const { next } = useSearch({ from: '/sign-up' });
  const signedIn = useSignIn('customer', next);
  const { form, action } = useFormAction({
    initialValues: { name: '', organizationName: '', email: '', password: '' },
    run: (body) => call('POST /v1/auth/signup', { body }),
    onDone: () => void signedIn(),
    codes: { email_taken: 'email' },
  });
  const footer = (
    <span>
      Already have an account?{' '}
      <AppLink to="/sign-in" search={next === undefined ? {} : { next }}>
        Sign in
      </AppLink>
    </span>
  );
  return (
    <FormPage
      title="Create an account"
      help="You start in test mode. It is free, and nothing in it reaches a tenant or a court."
      footer={footer}
      about={firstSteps}
    >
      <Form action={action} verb="Create account">
        <TextInput label="Your name" autoComplete="name" {...form.getInputProps('name')} />
        <TextInput label="Organization name" autoComplete="organization" {...form.getInputProps('organizationName')} />
        <TextInput label="Email" type="email" autoComplete="email" {...form.getInputProps('email')} />
        <NewPasswordField label="Password" {...form.getInputProps('password')} />
      </Form>
    </FormPage>
  );
}

const firstSteps: About = {
  lead: 'Start with a test case, and go live when you are ready.',
  items: [
    { name: 'Create your account', text: 'We email you a link to confirm your address.' },
    { name: 'Take a test case from notice to writ', text: 'A sandbox plays attorney, clerk, and court.' },
    {
      name: 'Submit real cases',
      text: 'A licensed attorney reviews each one before anything is served or filed.',
    },
  ],
  now: 0,
  note: <Price ifNone={null} />,
};

const newPassword: About = {
  lead: 'A new password in three steps',
  items: [
    { name: 'Enter your email' },
    { name: 'Open the link that we send', text: 'It works once, within an hour.' },
    { name: 'Set a new password', text: 'You are signed out everywhere, and sign in with the new password.' },
  ],
};

export function ForgotPassword() {
  const [isSent, setSent] = useState(false);
  const { form, action } = useFormAction({
    initialValues: { email: '' },
    run: (body) => call('POST /v1/auth/password-reset/request', { body }),
    onDone: () => setSent(true),
  });
  return (
    <FormPage
      title="Reset your password"
      help="Enter your email. We send a link that works once, within an hour."
      footer={<AppLink to="/sign-in">Back to sign-in</AppLink>}
      about={{ ...newPassword, now: isSent ? 1 : 0 }}
    >
      {isSent ? (
        <Done
          title="Check your email"
          help="If this email has an account, a link is on its way. We send at most 3 an hour."
        />
      ) : (
        <Form action={action} verb="Send link">
          <TextInput label="Email" type="email" autoComplete="username" {...form.getInputProps('email')} />
        </Form>
      )}
    </FormPage>
  );
}

export function ResetPassword() {
  const token = useMailedToken('/reset-password');
  const [isSet, setSet] = useState(false);
  const { form, action } = useFormAction({
    initialValues: { password: '' },
    run: ({ password }) => call('POST /v1/auth/password-reset/confirm', { body: { token, password } }),
    onDone: () => setSet(true),
  });
  const isOldLink = codeOf(action.error) === 'invalid_reset_token';
  if (isSet) {
    return (
      <FormPage
        key="set"
        title="Your password is set"
        help="You are signed out everywhere. Sign in with the new password."
        isDone
        about={{ ...newPassword, now: newPassword.items.length }}
        links={['/contact']}
      >
        <Stack gap="sm">
          <ButtonLink to="/sign-in" size="md">
            Sign in
          </ButtonLink>
          <ButtonLink to="/attorney/sign-in" size="md" variant="default">
            Sign in as an attorney
          </ButtonLink>
        </Stack>
      </FormPage>
    );
  }
  return (
    <FormPage
      title="Set a new password"
      help="You will be signed out everywhere."
      about={{ ...newPassword, now: 2 }}
      links={['/contact']}
    >
      <Form
        action={action}
        verb="Set password"
        wayOn={isOldLink && <AppLink to="/forgot-password">Get a new link</AppLink>}
      >
        <NewPasswordField label="New password" {...form.getInputProps('password')} />
      </Form>
    </FormPage>
  );
}

export function Invitation() {
  const token = useMailedToken('/invitation');
  const signedIn = useSignIn('customer', undefined);
  const { form, action } = useFormAction({
    initialValues: { name: '', password: '' },
    run: (values) => call('POST /v1/auth/invitations/accept', { body: { token, ...values } }),
    onDone: () => void signedIn(),
  });
  const code = codeOf(action.error);
  const wayOn = (
    <>
      {code === 'invalid_reset_token' && <Text size="sm">Ask the owner of the organization to invite you again.</Text>}
      {code === 'email_taken' && <AppLink to="/sign-in">Sign in</AppLink>}
    </>
  );
  return (
    <FormPage
      title="Join your organization"
      help="You were invited to work on its cases. Choose a name and a password, and you are in."
      footer={
        <>
          <span>
            Already have an account? <AppLink to="/sign-in">Sign in instead</AppLink>
          </span>
          <span>
            Questions, or a link that no longer works? Ask the person named in your invitation email. They can send you
            a new one.
          </span>
          <span>Not expecting this? Close this page. No account is created until you accept.</span>
        </>
      }
      about={invited}
      links={['/contact']}
    >
      <Form action={action} verb="Accept invitation" wayOn={wayOn}>
        <TextInput label="Your name" autoComplete="name" {...form.getInputProps('name')} />
        <NewPasswordField label="Password" {...form.getInputProps('password')} />
        <Hint>You sign in with the email address that got the invitation.</Hint>
      </Form>
    </FormPage>
  );
}

const invited: About = {
  lead: 'Work on cases with your team',
  items: [
    { name: 'You are invited by email', text: 'The email says who invites you. Its link works once, within a week.' },
    { name: 'Choose your name and password', text: 'Your colleagues see your name, never your password.' },
    { name: 'Open the organization’s cases', text: 'You can create, submit, and follow cases with your colleagues.' },
  ],
  now: 1,
};

/**
 * Confirms an account's address. The user has to be signed in to the account, because somebody else may have created it
 * with their address.
 */
export function ConfirmAddress() {
  const token = useMailedToken('/confirm-address');
  const queries = useQueryClient();
  const { data: signedIn } = useQuery(signedInQuery);
  const [isConfirmed, setConfirmed] = useState(false);
  const { action } = useFormAction({
    initialValues: {},
    run: () => call('POST /v1/me/address/confirm', { body: { token } }),
    onDone: (me) => {
      queries.setQueryData(meQuery.queryKey, me);
      setConfirmed(true);
    },
  });
  const signInFirst = (
    <SignInForm
      role="customer"
      onSignedIn={() => replaceSignedIn(queries, { attorney: signedIn?.attorney ?? false, customer: true })}
    />
  );
  return (
    <FormPage
      title="Confirm your email address"
      help="Your organization may need this before it can use live mode and invite members."
    >
      {isConfirmed ? (
        <Done title="Your address is confirmed" help="You can now go on to your cases.">
          <AppLink to="/cases">Go to the cases</AppLink>
        </Done>
      ) : signedIn?.customer ? (
        <Form action={action} verb="Confirm address">
          <Text size="sm">Confirm only if you created this account, or have taken it over from a colleague.</Text>
        </Form>
      ) : (
        signedIn && signInFirst
      )}
    </FormPage>
  );
}

export function AttorneySignIn() {
  const { next } = useSearch({ from: '/attorney/sign-in' });
  const signedIn = useSignIn('attorney', next);
  return (
    <FormPage
      title="Attorney sign-in"
      help="Review, sign, and report on your cases."
      about={atTheDesk}
      links={['/contact']}
    >
      <SignInForm role="attorney" onSignedIn={() => void signedIn()}>
        <div className={classes['others']}>
          <p>
            Attorneys join by invitation. <AppLink to="/attorneys/apply">Apply to take cases</AppLink>
          </p>
        </div>
      </SignInForm>
    </FormPage>
  );
}

const atTheDesk: About = {
  lead: 'Nothing is served or filed before you approve it.',
  items: [
    { name: 'Read', text: 'The documents, next to the facts and the ledger.' },
    { name: 'Decide', text: 'Approve exactly what you read, request changes, or decline the case.' },
    { name: 'Report', text: 'Service, filings, and what the court decides.' },
  ],
};

/**
 * Returns the secret from the fragment of an emailed link. Links from earlier versions have it in the query. Removes it
 * from the address bar immediately, so it doesn't stay in the browser's history.
 */
function useMailedToken(page: '/reset-password' | '/invitation' | '/confirm-address'): string {
  const { token: inQuery } = useSearch({ from: page });
  const hash = useLocation({ select: (location) => location.hash });
  const token = new URLSearchParams(hash).get('token') ?? inQuery;
  const [kept] = useState(token);
  const isShown = useRef(false);
  const navigate = useNavigate();
  useEffect(() => {
    if (token === '') isShown.current = true;
    // The user opened another link in the same tab. A browser doesn't reload a page if only the fragment changes.
    else if (isShown.current) location.reload();
    else void navigate({ to: page, search: { token: '' }, hash: '', replace: true });
  }, [token, page, navigate]);
  return kept;
}

/**
 * Returns a function that finishes a sign-in. It removes an earlier user's data from the page, and opens the page that
 * the visitor wanted.
 */
export function useSignIn(role: 'customer' | 'attorney', next: string | undefined): () => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  return async () => {
    const before = queries.getQueryData(signedInQuery.queryKey) ?? { customer: false, attorney: false };
    replaceSignedIn(queries, { ...before, [role]: true });
    const page = localPath(next);
    if (page === null) await navigate({ to: role === 'customer' ? '/cases' : '/attorney', replace: true });
    else router.history.replace(page);
  };
}
