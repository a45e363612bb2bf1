import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSearch } from '@tanstack/react-router';
import { callWebsite } from '../../api/call.ts';
import { FormPage } from '../../shared/form-page.tsx';
import { PasswordField } from '../../shared/password-field.tsx';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { useFormAction } from '../../shared/use-form-action.ts';
import { useSignIn } from '../../shared/use-sign-in.ts';
import { attorneyWords as words } from '../../wording/attorney.ts';

export function AttorneySignIn() {
  const { next } = useSearch({ from: '/attorney/sign-in' });
  const signedIn = useSignIn('attorney', next);
  const form = useForm({ mode: 'uncontrolled', initialValues: { token: '' } });
  const { onSubmit, error, isPending } = useFormAction(form, {
    run: ({ token }) => callWebsite('POST', '/app/attorney/sign-in', { token: token.trim() }),
    onDone: () => void signedIn(),
    codes: { unauthenticated: 'token' },
  });
  return (
    <FormPage title={words.signInTitle}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <RefusalAlert error={error} />
          <PasswordField
            label={words.token}
            description={words.tokenHelp}
            autoComplete="off"
            key={form.key('token')}
            {...form.getInputProps('token')}
          />
          <Button type="submit" loading={isPending}>
            {words.signIn}
          </Button>
        </Stack>
      </form>
    </FormPage>
  );
}
