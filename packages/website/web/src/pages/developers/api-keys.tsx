import type { ApiKey, KeyScope } from '@evict/contract';
import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import type { Mode } from '../../api/mode.ts';
import { apiKeysQuery } from '../../api/queries.ts';
import { isActive } from '../../shared/credentials.ts';
import { DataTable } from '../../shared/data-table.tsx';
import { DialogForm } from '../../shared/dialog-form.tsx';
import { DialogButton } from '../../shared/dialog.tsx';
import { useFormAction } from '../../shared/form.tsx';
import { formatDayOf, formatMoment, plainName } from '../../shared/format.ts';
import { Ago, AppLink, Hint, Loading, Section, SmallButton, Tag } from '../../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../../shared/query-state.tsx';
import { SecretOnce } from '../../shared/secret-once.tsx';
import { useAction } from '../../shared/use-action.ts';
import classes from './developers.module.css';

interface ApiKeysProps {
  mode: Mode;
  /** The secret of a key that was just created on this page. Otherwise null. */
  secret: string | null;
  onSecret: (secret: string | null) => void;
}

export function ApiKeys({ mode, secret, onSecret }: ApiKeysProps) {
  const query = useQuery(apiKeysQuery(mode));
  const [showsRevoked, setShowsRevoked] = useState(false);
  const active = query.data?.items.filter(isActive);
  return (
    <Section title="API keys" isTable count={active?.length} beside={<CreateKey mode={mode} onSecret={onSecret} />}>
      {secret !== null && (
        <SecretOnce
          title="Your new key"
          help="Copy it now: it is shown only once. Keep it as safe as a password."
          secret={secret}
          onDone={() => onSecret(null)}
          next={
            <AppLink to="." search={{ part: 'calls' }} size="sm">
              Make the first calls with it
            </AppLink>
          }
        />
      )}
      <QueryState query={query} skeleton={<Loading lines={3} />}>
        {({ items }) => {
          const shown = items.filter((key) => showsRevoked || isActive(key));
          return (
            <>
              {shown.length === 0 ? (
                <p className={classes['none']}>No API keys yet. Create one to call the API in {mode} mode.</p>
              ) : (
                <KeyTable keys={shown} mode={mode} />
              )}
              <Hint size="xs">
                A key can do what its creator can do in {mode} mode, except manage the organization.
                {mode === 'live' && ' Only an owner can create a live key.'}
              </Hint>
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
  return (
    <DialogButton
      verb="Create key"
      button={{ variant: 'filled', leftSection: <IconPlus size={16} aria-hidden /> }}
      title="Create key"
    >
      {(close) => (
        <KeyForm
          mode={mode}
          onCancel={close}
          onSecret={(secret) => {
            close();
            onSecret(secret);
          }}
        />
      )}
    </DialogButton>
  );
}

function KeyForm({ mode, onSecret, onCancel }: Pick<ApiKeysProps, 'mode' | 'onSecret'> & { onCancel: () => void }) {
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
    onDone: ({ secret }) => onSecret(secret),
  });
  return (
    <DialogForm
      action={action}
      verb="Create key"
      onCancel={onCancel}
      ifUnknown="A key may have been created without its secret being shown. If the list has a new key, revoke it."
    >
      <TextInput
        label="Key name"
        description="For example, the program that uses it."
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Expires (optional)"
        description="The last day on which it works."
        type="date"
        {...form.getInputProps('expiresAt')}
      />
      <Checkbox.Group label="It can" {...form.getInputProps('scopes')}>
        <Stack gap="xs" mt={4}>
          {allScopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={scopeNames[scope]} description={scopeHelp[scope]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Checkbox
        label="For an AI assistant"
        description="A person confirms what it submits, withdraws, pays, or reports as cured."
        {...form.getInputProps('isAgents', { type: 'checkbox' })}
      />
    </DialogForm>
  );
}

const scopeHelp: Readonly<Record<KeyScope, string>> = {
  read: 'Cases, documents, messages, and charges',
  write: 'Drafts, files, messages, webhooks, reports, payments, and withdrawals',
  submit: 'Drafts that pass every check',
};

function KeyTable({ keys, mode }: { keys: readonly ApiKey[]; mode: Mode }) {
  return (
    <DataTable
      label={`API keys of ${mode} mode`}
      rows={keys}
      columns={[
        {
          name: 'Name',
          kind: 'main',
          cell: (key) => (
            <>
              {key.name === null ? 'Unnamed key' : plainName(key.name)}{' '}
              {!isActive(key) && <Tag tone="neutral">{key.revokedAt === null ? 'Expired' : 'Revoked'}</Tag>}{' '}
              {key.confirm === 'required' && <Tag tone="neutral">A person confirms</Tag>}
              <Hint size="xs">Created {formatMoment(key.createdAt)}</Hint>
            </>
          ),
        },
        {
          name: 'Key',
          cell: ({ lastFour }) => (
            <code className={classes['mono']} style={{ whiteSpace: 'nowrap' }}>
              {lastFour === null ? '–' : `eak_${mode}_…${lastFour}`}
            </code>
          ),
        },
        {
          name: 'Access',
          cell: ({ scopes }) =>
            scopes.length === allScopes.length ? 'Everything' : scopes.map((scope) => scopeNames[scope]).join(', '),
        },
        {
          name: 'Created by',
          kind: 'minor',
          cell: ({ createdBy }) => (createdBy?.name ? plainName(createdBy.name) : '–'),
        },
        {
          name: 'Last used',
          kind: 'minor',
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <Ago moment={lastUsedAt} />),
        },
        {
          name: 'Expires',
          kind: 'minor',
          cell: ({ expiresAt }) => (expiresAt === null ? 'No end date' : formatDayOf(expiresAt)),
        },
        { name: null, cell: (key) => isActive(key) && <Revoke apiKey={key} mode={mode} /> },
      ]}
    />
  );
}

function Revoke({ apiKey: { id, name, lastFour }, mode }: { apiKey: ApiKey; mode: Mode }) {
  const revoke = useAction({
    run: () => call('DELETE /v1/api-keys/{id}', { id }, { mode }),
    refresh: apiKeysQuery(mode).queryKey,
    ask: {
      title: 'Revoke this key?',
      meaning: `Programs that use ${name === null ? 'it' : `“${plainName(name)}”`} lose access at once. A revoked key cannot be restored.`,
      verb: 'Revoke',
      isDangerous: true,
    },
  });
  return (
    <>
      <SmallButton
        variant="subtle"
        color="gray"
        aria-description={[name && plainName(name), lastFour && `ends in ${lastFour}`].filter(Boolean).join(', ')}
        {...revoke.button}
      >
        Revoke
      </SmallButton>
      <RefusalAlert error={revoke.error} />
    </>
  );
}
