import { Text, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { FormPage } from '../../shared/form-page.tsx';
import { Form, useFormAction } from '../../shared/form.tsx';
import { NewPasswordField } from '../../shared/password-field.tsx';
import { useSignIn } from '../../shared/use-sign-in.ts';
import { accountWords as words } from '../../wording/accounts.ts';

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
      {words.haveAccount}{' '}
      <AppLink to="/sign-in" search={next === undefined ? {} : { next }}>
        {words.signIn}
      </AppLink>
    </Text>
  );
  return (
    <FormPage title={words.signUp} help={words.testFirst} footer={footer}>
      <Form action={action} verb={words.createAccount}>
        <TextInput label={words.yourName} autoComplete="name" {...form.getInputProps('name')} />
        <TextInput
          label={words.organizationName}
          autoComplete="organization"
          {...form.getInputProps('organizationName')}
        />
        <TextInput label={words.email} type="email" autoComplete="email" {...form.getInputProps('email')} />
        <NewPasswordField label={words.password} {...form.getInputProps('password')} />
      </Form>
    </FormPage>
  );
}
