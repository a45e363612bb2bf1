import { Text, TextInput } from '@mantine/core';
import { call } from '../../api/call.ts';
import { codeOf } from '../../api/refusal.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { FormPage } from '../../shared/form-page.tsx';
import { Form, useFormAction } from '../../shared/form.tsx';
import { NewPasswordField } from '../../shared/password-field.tsx';
import { useMailedToken } from '../../shared/use-mailed-token.ts';
import { useSignIn } from '../../shared/use-sign-in.ts';

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
    <FormPage title="Accept your invitation" help="You are joining the organization that invited you.">
      <Form action={action} verb="Accept invitation" wayOn={wayOn}>
        <TextInput label="Your name" autoComplete="name" {...form.getInputProps('name')} />
        <NewPasswordField label="Password" {...form.getInputProps('password')} />
      </Form>
    </FormPage>
  );
}
