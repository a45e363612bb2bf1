import { Text, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { FormPage } from '../../shared/form-page.tsx';
import { Form, useFormAction } from '../../shared/form.tsx';
import { NewPasswordField } from '../../shared/password-field.tsx';
import { useSignIn } from '../../shared/use-sign-in.ts';

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
    <Text size="sm">
      Already have an account?{' '}
      <AppLink to="/sign-in" search={next === undefined ? {} : { next }}>
        Sign in
      </AppLink>
    </Text>
  );
  return (
    <FormPage
      title="Create an account"
      help="You start in test mode, which is free and never touches a real tenant or court."
      footer={footer}
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
