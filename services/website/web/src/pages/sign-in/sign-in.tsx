import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSearch } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { FormPage } from '../../shared/form-page.tsx';
import { PasswordField } from '../../shared/password-field.tsx';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { useFormAction } from '../../shared/use-form-action.ts';
import { useSignIn } from '../../shared/use-sign-in.ts';
import { accountWords as words } from '../../wording/accounts.ts';

export function SignIn() {
  const { next } = useSearch({ from: '/sign-in' });
  const signedIn = useSignIn('customer', next);
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } });
  const { onSubmit, error, isPending } = useFormAction(form, {
    run: (body) => call('POST /v1/auth/login', { body }),
    onDone: () => void signedIn(),
    codes: { invalid_credentials: 'password' },
  });
  return (
    <FormPage
      title={words.signIn}
      footer={
        <Group justify="space-between">
          <Text size="sm">
            {words.noAccount}{' '}
            <AppLink to="/sign-up" search={next === undefined ? {} : { next }}>
              {words.signUp}
            </AppLink>
          </Text>
          <AppLink to="/forgot-password" size="sm">
            {words.forgot}
          </AppLink>
        </Group>
      }
    >
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
    </FormPage>
  );
}
