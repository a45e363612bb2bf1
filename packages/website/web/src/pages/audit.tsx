import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { type AuditEntry, auditQuery } from '../api/queries.ts';
import { DataTable } from '../shared/data-table.tsx';
import { optionsOf } from '../shared/form.tsx';
import { formatMoment, plainName } from '../shared/format.ts';
import { Page } from '../shared/page.tsx';
import { AppLink, Empty, Hint, Loading, PageTitle, ShowMore, Tag } from '../shared/parts.tsx';
import { QueryState } from '../shared/query-state.tsx';
import { fieldName } from '../wording/fields.ts';
import { words } from '../wording/names.ts';

/** The actions to filter by. Commands aren't included, because they are in the history of their case. */
const actions = `signed_in sign_in_failed session_ended password_changed
  member_invited member_added member_role_changed member_removed
  api_key_created api_key_revoked action_confirmed webhook_endpoint_created webhook_endpoint_deleted
  app_connected app_disconnected app_token_replayed
  calendar_link_created calendar_link_revoked
  organization_renamed single_sign_on_changed tenant_data_viewed operator_action`.split(/\s+/);

/** The organization's audit log, for its owners. */
export function AuditPage() {
  const [action, setAction] = useState('');
  const query = useInfiniteQuery(auditQuery(action));
  return (
    <Page title="Audit log" above={[{ to: '/organization', name: 'Organization' }]}>
      <Stack gap="sm">
        <Group justify="space-between" align="end">
          <div>
            <PageTitle>Audit log</PageTitle>
            <Hint mt={4}>Who did what in this organization, newest first. Most entries are kept for seven years.</Hint>
          </div>
          <NativeSelect
            size="xs"
            aria-label="Show"
            data={optionsOf(Object.fromEntries(actions.map((one) => [one, nameOf(one)])), 'Everything, in both modes')}
            value={action}
            onChange={(event) => setAction(event.currentTarget.value)}
          />
        </Group>
        <QueryState query={query} skeleton={<Loading lines={10} height={56} />}>
          {({ pages }) => {
            const entries = pages.flatMap(({ items }) => items);
            if (entries.length === 0)
              return (
                <Empty
                  title="No entries"
                  icon={<IconHistory size={20} aria-hidden />}
                  action={
                    <Button variant="default" onClick={() => setAction('')}>
                      Show everything
                    </Button>
                  }
                >
                  Nothing of this kind has happened yet.
                </Empty>
              );
            return (
              <>
                <DataTable label="Entries" rows={entries} columns={columns} isCompact />
                {query.hasNextPage && (
                  <ShowMore loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} />
                )}
              </>
            );
          }}
        </QueryState>
      </Stack>
    </Page>
  );
}

/** Returns the display name of an action, such as `API key created`. */
function nameOf(action: string): string {
  return words(action).replace(/^Api\b/, 'API');
}

/** Returns whether a detail only repeats who acted: the id of the session, or of the user who started it. */
function isSelf(action: string, name: string): boolean {
  return (action === 'signed_in' || action === 'session_ended') && (name === 'id' || name === 'userId');
}

const columns: React.ComponentProps<typeof DataTable<AuditEntry>>['columns'] = [
  {
    name: 'Entry',
    kind: 'main',
    cell: ({ action, detail, caseId, result }) => (
      <>
        {nameOf(action)}{' '}
        {result !== 'done' && <Tag tone={result === 'pending' ? 'warning' : 'bad'}>{words(result)}</Tag>}
        <Hint size="xs" fw={400}>
          {Object.entries(detail ?? {})
            .filter(([name]) => !isSelf(action, name))
            .map(([name, value]) =>
              name === 'lastFour' ? `… ${String(value)}` : `${fieldName(name)}: ${String(value)}`,
            )
            .join(' · ')}
          {caseId !== null && (
            <>
              {' '}
              <AppLink to="/cases/$id" params={{ id: caseId }} inherit>
                Open case
              </AppLink>
            </>
          )}
        </Hint>
      </>
    ),
  },
  {
    name: 'Who',
    cell: ({ actor }) => (
      <span className="breakable">
        {plainName(actor.name ?? actor.id)}
        <Hint span size="xs">
          {' '}
          {words(actor.type)}
        </Hint>
      </span>
    ),
  },
  { name: 'Network', kind: 'minor', cell: ({ network }) => network ?? '–' },
  {
    name: 'Time',
    kind: 'number',
    cell: ({ at }) => <time dateTime={at}>{formatMoment(at)}</time>,
  },
];
