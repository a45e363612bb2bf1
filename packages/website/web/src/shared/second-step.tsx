import { Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { Form, useFormAction } from './form.tsx';
import { SmallButton } from './parts.tsx';
import { hasPasskeys, signWithPasskey } from './passkeys.ts';

type Method = 'passkey' | 'totp' | 'recovery_code';

/** What the service says to a right password of an account with a second factor. */
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
  passkey: { name: 'Use a passkey', label: '', help: 'Your browser asks for your passkey.' },
  totp: { name: 'Use an authenticator app', label: 'Code', help: 'The six digits that your authenticator app shows.' },
  recovery_code: { name: 'Use a recovery code', label: 'Recovery code', help: 'Each recovery code works once.' },
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
  return (
    <Form action={action} verb={method === 'passkey' ? ways.passkey.name : 'Sign in'}>
      <Text size="sm">{help}</Text>
      {method !== 'passkey' && (
        <TextInput
          key={method}
          label={label}
          autoComplete="one-time-code"
          inputMode={method === 'totp' ? 'numeric' : 'text'}
          {...form.getInputProps('code')}
        />
      )}
      <Group gap="xs">
        {usable
          .filter((one) => one !== method)
          .map((one) => (
            <SmallButton key={one} onClick={() => setMethod(one)}>
              {ways[one].name}
            </SmallButton>
          ))}
        <SmallButton onClick={onBack}>Back</SmallButton>
      </Group>
    </Form>
  );
}
