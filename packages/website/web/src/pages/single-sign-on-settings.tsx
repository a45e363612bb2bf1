import type { SingleSignOn } from '@evict/contract';
import { Checkbox, Code, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { singleSignOnQuery } from '../api/queries.ts';
import { Form, PasswordField, useFormAction } from '../shared/form.tsx';
import { Hint, SmallButton } from '../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../shared/query-state.tsx';
import { useAction } from '../shared/use-action.ts';

/** The identity provider of the organization, for its owners. */
export function SingleSignOnSettings() {
  const query = useQuery(singleSignOnQuery);
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h3" mb="xs">
        Single sign-on
      </Title>
      <QueryState query={query}>{(settings) => <Settings key={settings?.provenAt} settings={settings} />}</QueryState>
    </Paper>
  );
}

function Settings({ settings }: { settings: SingleSignOn | null }) {
  const queries = useQueryClient();
  const refresh = singleSignOnQuery.queryKey;
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
      queries.setQueryData(refresh, saved);
      notifications.show({ message: 'Saved' });
    },
  });
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
  const width = 'min(100%, 32rem)';
  return (
    <Stack>
      <Text size="sm">
        Members with an address of your domain sign in with your identity provider (OpenID Connect), and join at their
        first sign-in. Owners keep their passwords.
      </Text>
      <Form action={action} verb="Save" isNarrow>
        <TextInput label="Issuer" placeholder="https://" w={width} {...form.getInputProps('issuer')} />
        <TextInput label="Client ID" w={width} {...form.getInputProps('clientId')} />
        <PasswordField
          label="Client secret"
          description={settings && 'Leave it empty to keep the one you entered.'}
          autoComplete="off"
          w={width}
          {...form.getInputProps('clientSecret')}
        />
        <TextInput label="Domain" placeholder="example.com" w={width} {...form.getInputProps('domain')} />
        {settings?.provenAt && (
          <Checkbox
            label="Members may sign in with a password too"
            {...form.getInputProps('localPasswords', { type: 'checkbox' })}
          />
        )}
      </Form>
      {settings && (
        <Stack gap="xs" align="start" className="breakable">
          <Hint>
            Redirect URI for your identity provider: <Code>{settings.redirectUri}</Code>
          </Hint>
          {settings.provenAt ? (
            <Text size="sm">The domain is proven: its members can sign in.</Text>
          ) : (
            <>
              <Text size="sm">
                Nobody signs in yet. To prove the domain, add a TXT record <Code>{settings.record.name}</Code> with the
                value <Code>{settings.record.value}</Code>.
              </Text>
              <SmallButton {...prove.button}>Prove domain</SmallButton>
            </>
          )}
          <SmallButton {...remove.button}>End single sign-on</SmallButton>
          <RefusalAlert error={prove.error ?? remove.error} />
        </Stack>
      )}
    </Stack>
  );
}
