import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { Refusal } from '../../api/refusal.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { Done, FormPage } from '../../shared/form-page.tsx';
import { PasswordField } from '../../shared/password-field.tsx';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { useFormAction } from '../../shared/use-form-action.ts';
import { useMailedToken } from '../../shared/use-mailed-token.ts';
import { accountWords as words } from '../../wording/accounts.ts';

export function ResetPassword() {
  const token = useMailedToken('/reset-password');
  const [isSet, setSet] = useState(false);
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' } });
  const { onSubmit, error, isPending } = useFormAction(form, {
    run: ({ password }) => call('POST /v1/auth/password-reset/confirm', { body: { token, password } }),
    onDone: () => setSet(true),
  });
  const isOldLink = error instanceof Refusal && error.code === 'invalid_reset_token';
  return (
    <FormPage title={words.resetTitle}>
      {isSet ? (
        <Done title={words.passwordSet} help={words.passwordSetHelp}>
          <AppLink to="/sign-in">{words.signIn}</AppLink>
        </Done>
      ) : (
        <form onSubmit={onSubmit} noValidate>
          <Stack>
            <RefusalAlert error={error}>
              {isOldLink && <AppLink to="/forgot-password">{words.newLink}</AppLink>}
            </RefusalAlert>
            <PasswordField
              label={words.newPassword}
              description={words.passwordHelp}
              autoComplete="new-password"
              key={form.key('password')}
              {...form.getInputProps('password')}
            />
            <Button type="submit" loading={isPending}>
              {words.setPassword}
            </Button>
          </Stack>
        </form>
      )}
    </FormPage>
  );
}
