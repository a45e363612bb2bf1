import { Anchor, Code, Group, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../api/call.ts';
import type { Output } from '../api/contract.ts';
import { factorsQuery } from '../api/queries.ts';
import { DialogForm } from '../shared/dialog-form.tsx';
import { DialogButton } from '../shared/dialog.tsx';
import { PasswordField, useFormAction } from '../shared/form.tsx';
import { counted, formatMoment } from '../shared/format.ts';
import { Hint, Lines, Loading } from '../shared/parts.tsx';
import { hasPasskeys, makePasskey } from '../shared/passkeys.ts';
import { QueryState } from '../shared/query-state.tsx';
import { SecretOnce } from '../shared/secret-once.tsx';
import { Setting } from '../shared/setting.tsx';

/** Lists the second factors for sign-in and lets the user add and remove them. */
export function SecondFactors() {
  const query = useQuery(factorsQuery());
  const queries = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const onChanged = (made: readonly string[] | null = null) => {
    if (made) setCodes(made);
    void queries.invalidateQueries({ queryKey: factorsQuery().queryKey });
  };
  return (
    <Setting
      title="Two-step sign-in"
      help="With a passkey or an authenticator app, your password alone is not enough to sign in."
    >
      {codes && (
        <SecretOnce
          title="Recovery codes"
          help="Each signs you in once without your passkey or app. Keep them where you can find them without this device."
          secret={codes.join('\n')}
          onDone={() => setCodes(null)}
        />
      )}
      <QueryState query={query} skeleton={<Loading lines={2} />}>
        {({ passkeys, totp, recoveryCodesLeft }) => (
          <>
            <Lines aria-label="Sign-in methods">
              {passkeys.map(({ id, name, createdAt }) => (
                <Factor
                  key={id}
                  Icon={IconFingerprint}
                  name={name}
                  detail={`Passkey, added ${formatMoment(createdAt)}`}
                >
                  <ConfirmedByPassword
                    verb="Remove"
                    name={name}
                    run={(body) => call('DELETE /v1/me/passkeys/{id}', { id, body })}
                    onDone={() => onChanged()}
                  />
                </Factor>
              ))}
              <Factor
                Icon={IconDeviceMobile}
                name="Authenticator app"
                detail={totp ? 'On: you enter a code from your app when you sign in' : 'Off'}
              >
                {totp ? (
                  <ConfirmedByPassword
                    verb="Remove"
                    name="authenticator app"
                    run={(body) => call('DELETE /v1/me/totp', { body })}
                    onDone={() => onChanged()}
                  />
                ) : (
                  <AddApp onChanged={onChanged} />
                )}
              </Factor>
            </Lines>
            <div>
              {hasPasskeys() ? (
                <AddPasskey onChanged={onChanged} />
              ) : (
                <Hint>Passkeys are not available in this browser or at this address. Use an authenticator app.</Hint>
              )}
            </div>
            {(totp || passkeys.length > 0) && <Hint>{counted(recoveryCodesLeft, 'recovery code')} left.</Hint>}
          </>
        )}
      </QueryState>
    </Setting>
  );
}

interface FactorProps {
  Icon: typeof IconFingerprint;
  name: string;
  detail: string;
  children: React.ReactNode;
}

function Factor({ Icon, name, detail, children }: FactorProps) {
  return (
    <Group component="li" gap="sm" wrap="nowrap">
      <Icon size={18} color="var(--ink-3)" aria-hidden />
      <div className="breakable" style={{ flex: 1 }}>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Hint size="xs">{detail}</Hint>
      </div>
      {children}
    </Group>
  );
}

interface ConfirmedProps<R> {
  verb: string;
  run: (body: { currentPassword: string }) => Promise<R>;
  onDone: (result: R) => void;
}

/** A button whose dialog asks for the password. `name` says what the action affects. */
function ConfirmedByPassword<R>({ verb, name, run, onDone }: ConfirmedProps<R> & { name: string }) {
  const title = `${verb} ${name}`;
  return (
    <DialogButton
      verb={
        <>
          {verb}
          <span className="sr"> {name}</span>
        </>
      }
      title={title}
      button={{ size: 'xs' }}
    >
      {(close) => (
        <PasswordForm
          verb={verb}
          isDangerous
          run={run}
          onCancel={close}
          onDone={(result) => {
            close();
            onDone(result);
          }}
        >
          <Text size="sm">You sign in without it from now on.</Text>
        </PasswordForm>
      )}
    </DialogButton>
  );
}

interface PasswordFormProps<R> extends ConfirmedProps<R> {
  onCancel: () => void;
  isDangerous?: boolean;
  children?: React.ReactNode;
}

function PasswordForm<R>({ verb, run, onDone, onCancel, isDangerous = false, children }: PasswordFormProps<R>) {
  const { form, action } = useFormAction({
    initialValues: { currentPassword: '' },
    run,
    onDone,
    codes: { invalid_credentials: 'currentPassword' },
  });
  return (
    <DialogForm action={action} verb={verb} onCancel={onCancel} isDangerous={isDangerous}>
      {children}
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('currentPassword')}
      />
    </DialogForm>
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
          onCancel={close}
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
            label="Passkey name"
            description="For example, the device that stores it."
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
    <DialogButton
      verb={
        <>
          Add<span className="sr"> an authenticator app</span>
        </>
      }
      title="Add an authenticator app"
      button={{ size: 'xs' }}
      onClose={() => setMade(null)}
    >
      {(close) =>
        made ? (
          <ConfirmApp
            made={made}
            onCancel={close}
            onDone={({ recoveryCodes }) => {
              close();
              onChanged(recoveryCodes);
            }}
          />
        ) : (
          <PasswordForm
            verb="Continue"
            onCancel={close}
            run={(body) => call('POST /v1/me/totp', { body })}
            onDone={setMade}
          />
        )
      }
    </DialogButton>
  );
}

interface ConfirmAppProps {
  made: Output<'POST /v1/me/totp'>;
  onCancel: () => void;
  onDone: (confirmed: Output<'POST /v1/me/totp/confirm'>) => void;
}

function ConfirmApp({ made: { secret, uri }, onCancel, onDone }: ConfirmAppProps) {
  const { form, action } = useFormAction({
    initialValues: { code: '' },
    run: ({ code }) => call('POST /v1/me/totp/confirm', { body: { code: code.replaceAll(/\s/g, '') } }),
    onDone,
    codes: { invalid_credentials: 'code' },
  });
  return (
    <DialogForm action={action} verb="Confirm" onCancel={onCancel}>
      <Text size="sm">Enter this key in your authenticator app. The app then shows a code: enter it below.</Text>
      <Code block className="wrapped" data-secret>
        {secret}
      </Code>
      <Anchor href={uri} size="sm">
        Open the app on this device
      </Anchor>
      <TextInput label="Code" inputMode="numeric" autoComplete="one-time-code" {...form.getInputProps('code')} />
    </DialogForm>
  );
}
