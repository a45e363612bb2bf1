import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { Done, FormPage } from '../../shared/form-page.tsx';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { useFormAction } from '../../shared/use-form-action.ts';
import { accountWords as words } from '../../wording/accounts.ts';

export function ForgotPassword() {
  const [isSent, setSent] = useState(false);
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' } });
  const { onSubmit, error, isPending } = useFormAction(form, {
    run: (body) => call('POST /v1/auth/password-reset/request', { body }),
    onDone: () => setSent(true),
  });
  return (
    <FormPage title={words.forgotTitle} help={words.forgotHelp}>
      {isSent ? (
        <Done title={words.linkSent} help={words.linkSentHelp} />
      ) : (
        <form onSubmit={onSubmit} noValidate>
          <Stack>
            <RefusalAlert error={error} />
            <TextInput
              label={words.email}
              type="email"
              autoComplete="username"
              key={form.key('email')}
              {...form.getInputProps('email')}
            />
            <Button type="submit" loading={isPending}>
              {words.sendLink}
            </Button>
          </Stack>
        </form>
      )}
    </FormPage>
  );
}
