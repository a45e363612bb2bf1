import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { call } from '../../api/call.ts';
import { Refusal } from '../../api/refusal.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { FormPage } from '../../shared/form-page.tsx';
import { PasswordField } from '../../shared/password-field.tsx';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { useFormAction } from '../../shared/use-form-action.ts';
import { useMailedToken } from '../../shared/use-mailed-token.ts';
import { useSignIn } from '../../shared/use-sign-in.ts';
import { accountWords as words } from '../../wording/accounts.ts';

export function Invitation() {
  const token = useMailedToken('/invitation');
  const signedIn = useSignIn('customer', undefined);
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '', password: '' } });
  const { onSubmit, error, isPending } = useFormAction(form, {
    run: (values) => call('POST /v1/auth/invitations/accept', { body: { token, ...values } }),
    onDone: () => void signedIn(),
  });
  const code = error instanceof Refusal ? error.code : null;
  return (
    <FormPage title={words.invitationTitle} help={words.invitationHelp}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <RefusalAlert error={error}>
            {code === 'invalid_reset_token' && <Text size="sm">{words.askOwner}</Text>}
            {code === 'email_taken' && <AppLink to="/sign-in">{words.signIn}</AppLink>}
          </RefusalAlert>
          <TextInput
            label={words.yourName}
            autoComplete="name"
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          <PasswordField
            label={words.password}
            description={words.passwordHelp}
            autoComplete="new-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={isPending}>
            {words.accept}
          </Button>
        </Stack>
      </form>
    </FormPage>
  );
}
