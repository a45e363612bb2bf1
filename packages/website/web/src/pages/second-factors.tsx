import { Anchor, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import type { Output } from '../api/contract.ts';
import { factorsQuery } from '../api/queries.ts';
import { DialogButton } from '../shared/dialog.tsx';
import { Form, PasswordField, useFormAction } from '../shared/form.tsx';
import { formatMoment } from '../shared/format.ts';
import { Hint, PlainList, Section } from '../shared/parts.tsx';
import { hasPasskeys, makePasskey } from '../shared/passkeys.ts';
import { QueryState } from '../shared/query-state.tsx';
import { SecretOnce } from '../shared/secret-once.tsx';

/** What a sign-in asks for beside the password: set up, listed and removed. */
export function SecondFactors() {
  const query = useQuery(factorsQuery());
  const queries = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const onChanged = (made: readonly string[] | null = null) => {
    if (made) setCodes(made);
    void queries.invalidateQueries({ queryKey: factorsQuery().queryKey });
  };
  return (
    <Section title="Two-step sign-in" help="With a passkey or an authenticator app, your password alone is not enough.">
      {codes && (
        <SecretOnce
          title="Recovery codes"
          help="Each signs you in once without your passkey or app. Keep them where you find them without this device."
          secret={codes.join('\n')}
          onDone={() => setCodes(null)}
        />
      )}
      <QueryState query={query}>
        {({ passkeys, totp, recoveryCodesLeft }) => (
          <Stack gap="md">
            <PlainList aria-label="Passkeys">
              {passkeys.map(({ id, name, createdAt }) => (
                <Group key={id} component="li" justify="space-between">
                  <div className="breakable">
                    <Text>{name}</Text>
                    <Hint>Passkey, added {formatMoment(createdAt)}</Hint>
                  </div>
                  <ConfirmedByPassword
                    verb={`Remove: ${name}`}
                    run={(body) => call('DELETE /v1/me/passkeys/{id}', { id, body })}
                    onDone={() => onChanged()}
                  />
                </Group>
              ))}
            </PlainList>
            <Group gap="xs">
              {hasPasskeys() ? (
                <AddPasskey onChanged={onChanged} />
              ) : (
                <Hint>Passkeys need an address with a name.</Hint>
              )}
              {totp ? (
                <ConfirmedByPassword
                  verb="Remove authenticator app"
                  run={(body) => call('DELETE /v1/me/totp', { body })}
                  onDone={() => onChanged()}
                />
              ) : (
                <AddApp onChanged={onChanged} />
              )}
            </Group>
            {(totp || passkeys.length > 0) && <Hint>{recoveryCodesLeft} recovery codes left.</Hint>}
          </Stack>
        )}
      </QueryState>
    </Section>
  );
}

interface ConfirmedProps<R> {
  verb: string;
  run: (body: { currentPassword: string }) => Promise<R>;
  onDone: (result: R) => void;
}

/** A button whose dialog asks for the password. */
function ConfirmedByPassword<R>({ verb, run, onDone }: ConfirmedProps<R>) {
  return (
    <DialogButton verb={verb} button={{ size: 'xs' }}>
      {(close) => (
        <PasswordForm
          verb={verb}
          run={run}
          onDone={(result) => {
            close();
            onDone(result);
          }}
        />
      )}
    </DialogButton>
  );
}

function PasswordForm<R>({ verb, run, onDone, children }: ConfirmedProps<R> & React.PropsWithChildren) {
  const { form, action } = useFormAction({
    initialValues: { currentPassword: '' },
    run,
    onDone,
    codes: { invalid_credentials: 'currentPassword' },
  });
  return (
    <Form action={action} verb={verb}>
      {children}
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('currentPassword')}
      />
    </Form>
  );
}

interface AddProps {
  onChanged: (codes: readonly string[] | null) => void;
}

function AddPasskey({ onChanged }: AddProps) {
  const [name, setName] = useState('');
  return (
    <DialogButton verb="Add a passkey" button={{ size: 'xs' }}>
      {(close) => (
        <PasswordForm
          verb="Continue"
          run={async (body) => {
            const response = await makePasskey(await call('POST /v1/me/passkeys/options', { body }));
            return call('POST /v1/me/passkeys', { body: { name: name.trim() || 'Passkey', response } });
          }}
          onDone={({ recoveryCodes }) => {
            close();
            onChanged(recoveryCodes);
          }}
        >
          <TextInput
            label="Name of the passkey"
            description="Such as the device that keeps it."
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </PasswordForm>
      )}
    </DialogButton>
  );
}

function AddApp({ onChanged }: AddProps) {
  const [made, setMade] = useState<Output<'POST /v1/me/totp'> | null>(null);
  return (
    <DialogButton verb="Add an authenticator app" button={{ size: 'xs' }} onClose={() => setMade(null)}>
      {(close) =>
        made ? (
          <ConfirmApp
            made={made}
            onDone={({ recoveryCodes }) => {
              close();
              onChanged(recoveryCodes);
            }}
          />
        ) : (
          <PasswordForm verb="Continue" run={(body) => call('POST /v1/me/totp', { body })} onDone={setMade} />
        )
      }
    </DialogButton>
  );
}

interface ConfirmAppProps {
  made: Output<'POST /v1/me/totp'>;
  onDone: (confirmed: Output<'POST /v1/me/totp/confirm'>) => void;
}

function ConfirmApp({ made: { secret, uri }, onDone }: ConfirmAppProps) {
  const { form, action } = useFormAction({
    initialValues: { code: '' },
    run: ({ code }) => call('POST /v1/me/totp/confirm', { body: { code: code.replaceAll(/\s/g, '') } }),
    onDone,
    codes: { invalid_credentials: 'code' },
  });
  return (
    <Form action={action} verb="Confirm">
      <Text size="sm">Enter this key in your authenticator app, then the code that the app shows.</Text>
      <Code block className="wrapped" data-secret>
        {secret}
      </Code>
      <Anchor href={uri} size="sm">
        Open the app on this device
      </Anchor>
      <TextInput label="Code" inputMode="numeric" autoComplete="one-time-code" {...form.getInputProps('code')} />
    </Form>
  );
}
