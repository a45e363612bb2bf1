import { Button, Divider, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import classes from './form.module.css';
import { Form, useFormAction } from './form.tsx';
import { hasPasskeys, signWithPasskey } from './passkeys.ts';

type Method = 'passkey' | 'totp' | 'recovery_code';

/** The service's response to a correct password if the account has a second factor. */
export interface SecondFactor {
  ticket: string;
  methods: readonly Method[];
  passkeyOptions: object | null;
}

interface SecondStepProps {
  role: 'customer' | 'attorney';
  factor: SecondFactor;
  onSignedIn: (account: { user: { id: string } }) => void;
  onBack: () => void;
}

const ways = {
  passkey: { name: 'Use a passkey', label: '', help: 'Your password is correct. Now confirm with your passkey.' },
  totp: { name: 'Use an authenticator app', label: 'Code', help: 'Enter the six digits from your authenticator app.' },
  recovery_code: {
    name: 'Use a recovery code',
    label: 'Recovery code',
    help: 'Enter one of your recovery codes. Each works once.',
  },
} as const satisfies Record<Method, object>;

export function SecondStep({ role, factor: { ticket, methods, passkeyOptions }, onSignedIn, onBack }: SecondStepProps) {
  const usable = methods.filter((one) => one !== 'passkey' || hasPasskeys());
  const [method, setMethod] = useState<Method>(usable[0] ?? 'recovery_code');
  const { form, action } = useFormAction({
    initialValues: { code: '' },
    run: async ({ code }): Promise<{ user: { id: string } }> => {
      const body =
        method === 'passkey'
          ? { method, ticket, response: await signWithPasskey(passkeyOptions ?? {}) }
          : { method, ticket, code: code.replaceAll(/\s/g, '') };
      return role === 'customer'
        ? call('POST /v1/auth/login/second-step', { body })
        : call('POST /v1/auth/attorney/login/second-step', { body });
    },
    onDone: onSignedIn,
    codes: { ...(method !== 'passkey' && { invalid_credentials: 'code' as const }) },
  });
  const { label, help } = ways[method];
  const others = usable.filter((one) => one !== method);
  return (
    <>
      <Form action={action} verb={method === 'passkey' ? ways.passkey.name : 'Sign in'}>
        <Text c="dimmed">{help}</Text>
        {method !== 'passkey' && (
          <TextInput
            key={method}
            label={label}
            autoComplete="one-time-code"
            inputMode={method === 'totp' ? 'numeric' : 'text'}
            {...form.getInputProps('code')}
          />
        )}
      </Form>
      <div className={classes['others']}>
        {others.length > 0 && <Divider label="or" />}
        {others.map((one) => (
          <Button key={one} size="md" variant="default" onClick={() => setMethod(one)}>
            {ways[one].name}
          </Button>
        ))}
        <Button size="md" variant="subtle" onClick={onBack}>
          Back
        </Button>
      </div>
    </>
  );
}
