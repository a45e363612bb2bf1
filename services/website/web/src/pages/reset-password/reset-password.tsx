import { useState } from 'react';
import { call } from '../../api/call.ts';
import { codeOf } from '../../api/refusal.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { Done, FormPage } from '../../shared/form-page.tsx';
import { Form, useFormAction } from '../../shared/form.tsx';
import { NewPasswordField } from '../../shared/password-field.tsx';
import { useMailedToken } from '../../shared/use-mailed-token.ts';
import { accountWords as words } from '../../wording/accounts.ts';

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
    <FormPage title={words.resetTitle}>
      {isSet ? (
        <Done title={words.passwordSet} help={words.passwordSetHelp}>
          <AppLink to="/sign-in">{words.signIn}</AppLink>
        </Done>
      ) : (
        <Form
          action={action}
          verb={words.setPassword}
          wayOn={isOldLink && <AppLink to="/forgot-password">{words.newLink}</AppLink>}
        >
          <NewPasswordField label={words.newPassword} {...form.getInputProps('password')} />
        </Form>
      )}
    </FormPage>
  );
}
