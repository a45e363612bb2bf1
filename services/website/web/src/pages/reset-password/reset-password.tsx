import { useState } from 'react';
import { call } from '../../api/call.ts';
import { codeOf } from '../../api/refusal.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { Done, FormPage } from '../../shared/form-page.tsx';
import { Form, useFormAction } from '../../shared/form.tsx';
import { NewPasswordField } from '../../shared/password-field.tsx';
import { useMailedToken } from '../../shared/use-mailed-token.ts';

export function ResetPassword() {
  const token = useMailedToken('/reset-password');
  const [isSet, setSet] = useState(false);
  const { form, action } = useFormAction({
    initialValues: { password: '' },
    run: ({ password }) => call('POST /v1/auth/password-reset/confirm', { body: { token, password } }),
    onDone: () => setSet(true),
  });
  const isOldLink = codeOf(action.error) === 'invalid_reset_token';
  return (
    <FormPage title="Set a new password">
      {isSet ? (
        <Done title="Your password is set" help="You have been signed out everywhere. Sign in with the new password.">
          <AppLink to="/sign-in">Sign in</AppLink>
        </Done>
      ) : (
        <Form
          action={action}
          verb="Set password"
          wayOn={isOldLink && <AppLink to="/forgot-password">Get a new link</AppLink>}
        >
          <NewPasswordField label="New password" {...form.getInputProps('password')} />
        </Form>
      )}
    </FormPage>
  );
}
