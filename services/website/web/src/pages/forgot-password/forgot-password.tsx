import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { Done, FormPage } from '../../shared/form-page.tsx';
import { Form, useFormAction } from '../../shared/form.tsx';
import { accountWords as words } from '../../wording/accounts.ts';

export function ForgotPassword() {
  const [isSent, setSent] = useState(false);
  const { form, action } = useFormAction({
    initialValues: { email: '' },
    run: (body) => call('POST /v1/auth/password-reset/request', { body }),
    onDone: () => setSent(true),
  });
  return (
    <FormPage title={words.forgotTitle} help={words.forgotHelp}>
      {isSent ? (
        <Done title={words.linkSent} help={words.linkSentHelp} />
      ) : (
        <Form action={action} verb={words.sendLink}>
          <TextInput label={words.email} type="email" autoComplete="username" {...form.getInputProps('email')} />
        </Form>
      )}
    </FormPage>
  );
}
