import type { ApiKey, KeyScope } from '@evict/contract';
import { Checkbox, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import type { Mode } from '../../api/mode.ts';
import { apiKeysQuery } from '../../api/queries.ts';
import { Form, useFormAction } from '../../shared/form.tsx';
import { CredentialRow } from '../../shared/credential-row.tsx';
import { isActive, keyName } from '../../shared/credentials.ts';
import { formatMoment, plainName } from '../../shared/format.ts';
import { PlainList, Section, Tag } from '../../shared/parts.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { SecretOnce } from '../../shared/secret-once.tsx';
import { useAction } from '../../shared/use-action.ts';

interface ApiKeysProps {
  mode: Mode;
  /** Of the key that was created on this page; null before and after it is shown. */
  secret: string | null;
  onSecret: (secret: string | null) => void;
}

export function ApiKeys({ mode, secret, onSecret }: ApiKeysProps) {
  const query = useQuery(apiKeysQuery(mode));
  const [showsRevoked, setShowsRevoked] = useState(false);
  return (
    <Section
      title="API keys"
      help={`Programs sign in with a key. It can do what you can do in this mode, except manage the organization.${mode === 'live' ? ' Only an owner can create a live key.' : ''}`}
    >
      <CreateKey mode={mode} onSecret={onSecret} />
      {secret !== null && (
        <SecretOnce
          title="Your new key"
          help="Copy it now: it is shown only once. Keep it as safe as a password."
          secret={secret}
          onDone={() => onSecret(null)}
        />
      )}
      <QueryState query={query}>
        {({ items }) => {
          const shown = items.filter((key) => showsRevoked || isActive(key));
          return (
            <>
              {shown.length === 0 && <Text size="sm">There are no keys in this mode yet.</Text>}
              {shown.length > 0 && (
                <PlainList>
                  {shown.map((key) => (
                    <Row key={key.id} apiKey={key} mode={mode} />
                  ))}
                </PlainList>
              )}
              {items.some((key) => !isActive(key)) && (
                <Checkbox
                  label="Show revoked and expired keys"
                  checked={showsRevoked}
                  onChange={(event) => setShowsRevoked(event.currentTarget.checked)}
                />
              )}
            </>
          );
        }}
      </QueryState>
    </Section>
  );
}

export const scopeNames = { read: 'Read', write: 'Create and change', submit: 'Submit' } as const;
const allScopes = Object.keys(scopeNames) as KeyScope[];

function CreateKey({ mode, onSecret }: Pick<ApiKeysProps, 'mode' | 'onSecret'>) {
  const { form, action } = useFormAction({
    initialValues: { name: '', scopes: allScopes, expiresAt: '', isAgents: false },
    run({ name, scopes, expiresAt, isAgents }) {
      const lastMoment = expiresAt === '' ? {} : { expiresAt: new Date(`${expiresAt}T23:59:59`).toISOString() };
      return call(
        'POST /v1/api-keys',
        { body: { ...(name && { name }), ...(isAgents && { confirm: 'required' }), scopes, ...lastMoment } },
        { mode },
      );
    },
    refresh: apiKeysQuery(mode).queryKey,
    onDone: ({ secret }) => {
      form.reset();
      onSecret(secret);
    },
  });
  return (
    <Form
      action={action}
      verb="Create key"
      isNarrow
      ifUnknown="A key may have been created without its secret being shown. If one is listed below, revoke it."
    >
      <Group align="end">
        <TextInput label="Name of the key" autoComplete="off" {...form.getInputProps('name')} />
        <TextInput label="Last day (optional)" type="date" {...form.getInputProps('expiresAt')} />
      </Group>
      <Checkbox.Group label="It can" {...form.getInputProps('scopes')}>
        <Group>
          {allScopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={scopeNames[scope]} />
          ))}
        </Group>
      </Checkbox.Group>
      <Checkbox
        label="It is for an AI assistant: a person confirms what it submits, withdraws, pays or reports as cured"
        {...form.getInputProps('isAgents', { type: 'checkbox' })}
      />
    </Form>
  );
}

function Row({ apiKey, mode }: { apiKey: ApiKey; mode: Mode }) {
  const { id, createdAt, createdBy, lastUsedAt, expiresAt, revokedAt, scopes, confirm } = apiKey;
  const revoke = useAction({
    run: () => call('DELETE /v1/api-keys/{id}', { id }, { mode }),
    refresh: apiKeysQuery(mode).queryKey,
    ask: {
      title: 'Revoke this key?',
      meaning: 'Programs that use it lose access at once. A revoked key cannot be restored.',
      verb: 'Revoke',
      isDangerous: true,
    },
  });
  const ended = revokedAt === null ? 'Expired' : 'Revoked';
  return (
    <CredentialRow
      name={
        <Text span ff="monospace">
          {keyName(apiKey)}
        </Text>
      }
      badge={<Tag tone={isActive(apiKey) ? 'good' : 'neutral'}>{isActive(apiKey) ? 'Active' : ended}</Tag>}
      revoke={revoke}
      mayRevoke={isActive(apiKey)}
    >
      {[
        `Created ${formatMoment(createdAt)}${createdBy?.name ? ` by ${plainName(createdBy.name)}` : ''}`,
        lastUsedAt === null ? 'Not used yet' : `Last used ${formatMoment(lastUsedAt)}`,
        scopes.length < allScopes.length && `Can: ${scopes.map((scope) => scopeNames[scope]).join(', ')}`,
        confirm === 'required' && 'A person confirms',
        expiresAt !== null && `Expires ${formatMoment(expiresAt)}`,
        revokedAt !== null && `Revoked ${formatMoment(revokedAt)}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </CredentialRow>
  );
}
