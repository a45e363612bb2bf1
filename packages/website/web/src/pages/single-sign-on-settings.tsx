import type { SingleSignOn } from '@evict/contract';
import { Checkbox, Code, Group, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { singleSignOnQuery } from '../api/queries.ts';
import { DialogForm } from '../shared/dialog-form.tsx';
import { DialogButton } from '../shared/dialog.tsx';
import { PasswordField, useFormAction } from '../shared/form.tsx';
import { FactList, Hint, Loading, SmallButton, Tag } from '../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../shared/query-state.tsx';
import { Setting } from '../shared/setting.tsx';
import { useAction } from '../shared/use-action.ts';

/** The settings of the organization's identity provider, for its owners. */
export function SingleSignOnSettings() {
  const query = useQuery(singleSignOnQuery);
  return (
    <Setting
      title="Single sign-on"
      help="Members with an email address at your domain sign in with your identity provider (OpenID Connect), and join at their first sign-in. Owners keep their passwords."
    >
      <QueryState query={query} skeleton={<Loading lines={1} />}>
        {(settings) =>
          settings === null ? (
            <div>
              <DialogButton verb="Set up single sign-on">
                {(close) => <SettingsForm verb="Set up" settings={null} close={close} />}
              </DialogButton>
            </div>
          ) : (
            <Configured settings={settings} />
          )
        }
      </QueryState>
    </Setting>
  );
}

interface SettingsFormProps {
  verb: string;
  settings: SingleSignOn | null;
  close: () => void;
}

function SettingsForm({ verb, settings, close }: SettingsFormProps) {
  const queries = useQueryClient();
  const { form, action } = useFormAction({
    initialValues: {
      issuer: settings?.issuer ?? '',
      clientId: settings?.clientId ?? '',
      clientSecret: '',
      domain: settings?.domain ?? '',
      localPasswords: settings?.localPasswords ?? true,
    },
    run: ({ clientSecret, ...body }) =>
      call('PUT /v1/organization/sso', { body: { ...body, ...(clientSecret !== '' && { clientSecret }) } }),
    onDone: (saved) => {
      queries.setQueryData(singleSignOnQuery.queryKey, saved);
      close();
      notifications.show({ message: 'Saved' });
    },
  });
  return (
    <DialogForm action={action} verb={verb} onCancel={close}>
      <TextInput label="Issuer" placeholder="https://" data-autofocus {...form.getInputProps('issuer')} />
      <TextInput label="Client ID" {...form.getInputProps('clientId')} />
      <PasswordField
        label="Client secret"
        description={settings && 'Leave it empty to keep the one you entered.'}
        autoComplete="off"
        {...form.getInputProps('clientSecret')}
      />
      <TextInput
        label="Domain"
        description="The domain of your members’ email addresses. In the next step, a DNS record shows that it is yours."
        placeholder="example.com"
        {...form.getInputProps('domain')}
      />
      {settings?.provenAt && (
        <Checkbox
          label="Members may sign in with a password too"
          {...form.getInputProps('localPasswords', { type: 'checkbox' })}
        />
      )}
    </DialogForm>
  );
}

function Configured({ settings }: { settings: SingleSignOn }) {
  const { issuer, clientId, domain, redirectUri, provenAt, record } = settings;
  const refresh = singleSignOnQuery.queryKey;
  const prove = useAction({ run: () => call('POST /v1/organization/sso/prove-domain', {}), refresh });
  const remove = useAction({
    run: () => call('DELETE /v1/organization/sso', {}),
    refresh,
    ask: {
      title: 'End single sign-on?',
      meaning: 'Members sign in with their passwords again. Anyone who never had one has to be invited.',
      verb: 'End single sign-on',
      isDangerous: true,
    },
  });
  return (
    <>
      <div>
        <Tag tone={provenAt ? 'good' : 'warning'}>{provenAt ? 'On' : 'Waiting for your DNS record'}</Tag>
      </div>
      <FactList
        rows={[
          { label: 'Issuer', value: issuer },
          { label: 'Client ID', value: clientId },
          { label: 'Domain', value: domain },
          { label: 'Redirect URI', value: redirectUri },
        ]}
      />
      {provenAt ? (
        <Hint>The domain is verified, so members can sign in with single sign-on.</Hint>
      ) : (
        <div className="breakable">
          <Text size="sm">
            Nobody can sign in this way yet. To show that the domain is yours, add a TXT record{' '}
            <Code>{record.name}</Code> with the value <Code>{record.value}</Code>, and then verify the domain.
          </Text>
        </div>
      )}
      <RefusalAlert error={prove.error ?? remove.error} />
      <Group gap="xs">
        {!provenAt && <SmallButton {...prove.button}>Verify domain</SmallButton>}
        <DialogButton verb="Edit" title="Edit single sign-on" button={{ size: 'xs' }}>
          {(close) => <SettingsForm verb="Save" settings={settings} close={close} />}
        </DialogButton>
        <SmallButton variant="subtle" color="red" {...remove.button}>
          End single sign-on
        </SmallButton>
      </Group>
    </>
  );
}
