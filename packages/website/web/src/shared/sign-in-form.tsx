import { TextInput } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { call } from '../api/call.ts';
import { Refusal } from '../api/refusal.ts';
import classes from './form.module.css';
import { Form, PasswordField, useFormAction } from './form.tsx';
import { AppLink } from './parts.tsx';
import type { SecondFactor } from './second-step.tsx';

interface SignInFormProps {
  role: 'customer' | 'attorney';
  email?: string;
  onSignedIn: (account: { user: { id: string } }) => void;
  /** Other ways to sign in, shown below the password field until the password was accepted. */
  children?: React.ReactNode;
}

const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }));

/** Asks for the password, and for the second factor if the account has one. */
export function SignInForm(props: SignInFormProps) {
  const [attempt, setAttempt] = useState(0);
  return <Attempt key={attempt} onBack={() => setAttempt(attempt + 1)} {...props} />;
}

function Attempt({ role, email = '', onSignedIn, onBack, children }: SignInFormProps & { onBack: () => void }) {
  const { form, action } = useFormAction({
    initialValues: { email, password: '' },
    run: (body): Promise<{ user: { id: string } }> =>
      role === 'customer' ? call('POST /v1/auth/login', { body }) : call('POST /v1/auth/attorney/login', { body }),
    onDone: onSignedIn,
    codes: { invalid_credentials: 'password' },
  });
  const factor = secondFactorIn(action.error);
  if (factor) {
    return (
      <Suspense>
        <SecondStep role={role} factor={factor} onSignedIn={onSignedIn} onBack={onBack} />
      </Suspense>
    );
  }
  return (
    <>
      <Form action={action} verb="Sign in">
        <TextInput label="Email" type="email" autoComplete="username" {...form.getInputProps('email')} />
        <div className={classes['password']}>
          <PasswordField label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
          <AppLink to="/forgot-password" size="sm">
            Forgot password?
          </AppLink>
        </div>
      </Form>
      {children}
    </>
  );
}

function secondFactorIn(error: Error | null): SecondFactor | null {
  if (!(error instanceof Refusal) || error.code !== 'forbidden') return null;
  return (error.details as { secondFactor?: SecondFactor } | null)?.secondFactor ?? null;
}
