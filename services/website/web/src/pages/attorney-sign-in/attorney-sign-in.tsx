import { useSearch } from '@tanstack/react-router';
import { callWebsite } from '../../api/call.ts';
import { FormPage } from '../../shared/form-page.tsx';
import { Form, useFormAction } from '../../shared/form.tsx';
import { PasswordField } from '../../shared/password-field.tsx';
import { useSignIn } from '../../shared/use-sign-in.ts';

export function AttorneySignIn() {
  const { next } = useSearch({ from: '/attorney/sign-in' });
  const signedIn = useSignIn('attorney', next);
  const { form, action } = useFormAction({
    initialValues: { token: '' },
    run: ({ token }) => callWebsite('POST', '/app/attorney/sign-in', { token: token.trim() }),
    onDone: () => void signedIn(),
    codes: { unauthenticated: 'token' },
  });
  return (
    <FormPage title="Sign in as an attorney">
      <Form action={action} verb="Sign in">
        <PasswordField
          label="Attorney token"
          description="The operators gave it to you once. No script on this page can read it."
          autoComplete="off"
          {...form.getInputProps('token')}
        />
      </Form>
    </FormPage>
  );
}
