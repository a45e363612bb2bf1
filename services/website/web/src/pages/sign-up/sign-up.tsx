import { Button, Stack, Text, TextInput } from '@mantine/core';
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

export function SignUp() {
  const { next } = useSearch({ from: '/sign-up' });
  const signedIn = useSignIn('customer', next);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', organizationName: '', email: '', password: '' },
  });
  const { onSubmit, error, isPending } = useFormAction(form, {
    run: (body) => call('POST /v1/auth/signup', { body }),
    onDone: () => void signedIn(),
    codes: { email_taken: 'email' },
  });
  return (
    <FormPage
      title={words.signUp}
      help={words.testFirst}
      footer={
        <Text size="sm">
          {words.haveAccount}{' '}
          <AppLink to="/sign-in" search={next === undefined ? {} : { next }}>
            {words.signIn}
          </AppLink>
        </Text>
      }
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <RefusalAlert error={error} />
          <TextInput
            label={words.yourName}
            autoComplete="name"
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          <TextInput
            label={words.organizationName}
            autoComplete="organization"
            key={form.key('organizationName')}
            {...form.getInputProps('organizationName')}
          />
          <TextInput
            label={words.email}
            type="email"
            autoComplete="email"
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordField
            label={words.password}
            description={words.passwordHelp}
            autoComplete="new-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={isPending}>
            {words.createAccount}
          </Button>
        </Stack>
      </form>
    </FormPage>
  );
}
