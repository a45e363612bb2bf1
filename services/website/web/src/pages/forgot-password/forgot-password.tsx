import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { Done, FormPage } from '../../shared/form-page.tsx';
import { Form, useFormAction } from '../../shared/form.tsx';

export function ForgotPassword() {
  const [isSent, setSent] = useState(false);
  const { form, action } = useFormAction({
    initialValues: { email: '' },
    run: (body) => call('POST /v1/auth/password-reset/request', { body }),
    onDone: () => setSent(true),
  });
  return (
    <FormPage
      title="Reset your password"
      help="If this email has an account, it gets a link that works once, within an hour."
    >
      {isSent ? (
        <Done
          title="Check your email"
          help="If this email has an account, a link is on its way. We send at most 3 an hour."
        />
      ) : (
        <Form action={action} verb="Send link">
          <TextInput label="Email" type="email" autoComplete="username" {...form.getInputProps('email')} />
        </Form>
      )}
    </FormPage>
  );
}
