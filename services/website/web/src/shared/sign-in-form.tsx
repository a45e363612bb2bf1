import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { call } from '../api/call.ts';
import type { Output } from '../api/contract.ts';
import { accountWords as words } from '../wording/accounts.ts';
import { PasswordField } from './password-field.tsx';
import { RefusalAlert } from './refusal-alert.tsx';
import { useFormAction } from './use-form-action.ts';

interface SignInFormProps {
  email?: string;
  onSignedIn: (account: Output<'POST /v1/auth/login'>) => void;
}

export function SignInForm({ email = '', onSignedIn }: SignInFormProps) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { email, password: '' } });
  const { onSubmit, error, isPending } = useFormAction(form, {
    run: (body) => call('POST /v1/auth/login', { body }),
    onDone: onSignedIn,
    codes: { invalid_credentials: 'password' },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <RefusalAlert error={error} />
        <TextInput
          label={words.email}
          type="email"
          autoComplete="username"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordField
          label={words.password}
          autoComplete="current-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={isPending}>
          {words.signIn}
        </Button>
      </Stack>
    </form>
  );
}
