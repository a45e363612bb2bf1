import { TextInput } from '@mantine/core';
import { call } from '../api/call.ts';
import type { Output } from '../api/contract.ts';
import { Form, PasswordField, useFormAction } from './form.tsx';

interface SignInFormProps {
  email?: string;
  onSignedIn: (account: Output<'POST /v1/auth/login'>) => void;
}

export function SignInForm({ email = '', onSignedIn }: SignInFormProps) {
  const { form, action } = useFormAction({
    initialValues: { email, password: '' },
    run: (body) => call('POST /v1/auth/login', { body }),
    onDone: onSignedIn,
    codes: { invalid_credentials: 'password' },
  });
  return (
    <Form action={action} verb="Sign in">
      <TextInput label="Email" type="email" autoComplete="username" {...form.getInputProps('email')} />
      <PasswordField label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
    </Form>
  );
}
