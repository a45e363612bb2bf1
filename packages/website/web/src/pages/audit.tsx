import { Button, Group, NativeSelect, Paper, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AuditEntry, auditQuery } from '../api/queries.ts';
import { optionsOf } from '../shared/form.tsx';
import { formatMoment } from '../shared/format.ts';
import { AppLink, Hint, PageTitle, PlainList, Tag } from '../shared/parts.tsx';
import { QueryState } from '../shared/query-state.tsx';
import { fieldName } from '../wording/fields.ts';
import { words } from '../wording/names.ts';

/** What can be chosen. Commands are found at their case. */
const actions = `signed_in sign_in_failed session_ended password_changed
  member_invited member_added member_role_changed member_removed
  api_key_created api_key_revoked action_confirmed webhook_endpoint_created webhook_endpoint_deleted
  app_connected app_disconnected app_token_replayed
  calendar_link_created calendar_link_revoked
  organization_renamed single_sign_on_changed tenant_data_viewed operator_action`.split(/\s+/);

/** What happened in the organization, for its owners. */
export function AuditPage() {
  const [action, setAction] = useState('');
  const query = useInfiniteQuery(auditQuery(action));
  return (
    <>
      <PageTitle>Audit</PageTitle>
      <NativeSelect
        label="Show"
        w="min(100%, 24rem)"
        mb="md"
        data={optionsOf(Object.fromEntries(actions.map((one) => [one, words(one)])), 'Everything, in both modes')}
        value={action}
        onChange={(event) => setAction(event.currentTarget.value)}
      />
      <QueryState query={query}>
        {({ pages }) => (
          <>
            <PlainList aria-label="Entries">
              {pages.flatMap(({ items }) => items.map((entry) => <Entry key={entry.id} entry={entry} />))}
            </PlainList>
            {query.hasNextPage && (
              <Button
                mt="md"
                variant="default"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Show more
              </Button>
            )}
          </>
        )}
      </QueryState>
    </>
  );
}

function Entry({ entry: { at, action, actor, network, caseId, result, detail } }: { entry: AuditEntry }) {
  const tone = { done: 'good', pending: 'warning' } as const;
  const told = Object.entries(detail ?? {}).map(([name, value]) =>
    name === 'lastFour' ? `… ${String(value)}` : `${fieldName(name)}: ${String(value)}`,
  );
  const who = `${words(actor.type)} ${actor.name ?? actor.id}`;
  const from = network === null ? [] : [`from ${network}`];
  return (
    <Paper component="li" withBorder p="sm">
      <Group justify="space-between" align="start">
        <div className="breakable">
          <Text>{words(action)}</Text>
          <Hint>{[formatMoment(at), who, ...from, ...told].join(' · ')}</Hint>
          {caseId !== null && (
            <AppLink size="sm" to="/cases/$id" params={{ id: caseId }}>
              Open case
            </AppLink>
          )}
        </div>
        <Tag tone={result in tone ? tone[result as keyof typeof tone] : 'bad'}>{words(result)}</Tag>
      </Group>
    </Paper>
  );
}
