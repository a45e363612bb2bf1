import { Alert, Skeleton, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { Form, FormPage, useFormAction } from '../shared/form.tsx';
import { AppLink } from '../shared/parts.tsx';
import { messageOf } from '../wording/refusals.ts';
import { useSignIn } from './sign-in.tsx';

/** The storage key for data that is kept while the visitor is at the identity provider. */
const kept = 'single-sign-on';

/** Sends members to their organization's identity provider. The service finds it by their email address. */
export function SingleSignOn() {
  const { next } = useSearch({ from: '/sign-in/sso' });
  const { form, action } = useFormAction({
    initialValues: { email: '' },
    run: (body) => call('POST /v1/auth/sso/start', { body }),
    onDone: ({ url, flow }) => {
      sessionStorage.setItem(kept, JSON.stringify({ flow, next }));
      location.assign(url);
    },
    codes: { not_found: 'email' },
  });
  return (
    <FormPage
      title="Single sign-on"
      help="Enter your work email. Your organization’s sign-in page opens."
      footer={
        <AppLink to="/sign-in" search={next === undefined ? {} : { next }}>
          Sign in with a password
        </AppLink>
      }
    >
      <Form action={action} verb="Continue">
        <TextInput label="Email" type="email" autoComplete="username" {...form.getInputProps('email')} />
      </Form>
    </FormPage>
  );
}

/** The page that the identity provider returns to. Removes the parameters from the address bar immediately. */
export function SingleSignOnDone() {
  const [parameters] = useState(() => location.search.slice(1));
  const [{ flow = '', next }] = useState(
    () => JSON.parse(sessionStorage.getItem(kept) ?? '{}') as { flow?: string; next?: string },
  );
  const [error, setError] = useState<unknown>(null);
  const signedIn = useSignIn('customer', next);
  const navigate = useNavigate();
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true; // the provider's code works once
    sessionStorage.removeItem(kept);
    void navigate({ to: '/sign-in/sso/done', replace: true });
    void call('POST /v1/auth/sso/finish', { body: { flow, parameters } }).then(signedIn, setError);
  }, [flow, parameters, signedIn, navigate]);
  return (
    <FormPage title="Single sign-on">
      {error === null ? (
        <Skeleton h={60} aria-label="Signing in" role="progressbar" />
      ) : (
        <Alert color="red" role="alert" title="You are not signed in">
          {messageOf(error)} <AppLink to="/sign-in/sso">Start over</AppLink>
        </Alert>
      )}
    </FormPage>
  );
}
