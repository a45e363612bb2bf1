import { deadlineName } from '@evict/calendar/deadline-name';
import { Alert, Button, Group, NativeSelect, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Output } from '../api/contract.ts';
import {
  type AttorneyCaseItem,
  attorneyCasesQuery,
  attorneyNamesQuery,
  attorneyQuery,
  attorneyQueueQuery,
} from '../api/queries.ts';
import { attentionFirst } from '../shared/case-facts.ts';
import { formatDay } from '../shared/format.ts';
import { AttentionBadges, StateBadge } from '../shared/case-parts.tsx';
import { Ago, AppLink, PageTitle, Tag } from '../shared/parts.tsx';
import { QueryState } from '../shared/query-state.tsx';
import { attorneyWorkNames, groundNames } from '../wording/names.ts';
import { type AttorneyCasesSearch, attorneyFilterOf } from './attorney-filter.ts';

export type QueueItem = Output<'GET /v1/attorney/queue'>['items'][number];

/** What needs the attorney now, and every case of theirs by what it waits for. */
export function AttorneyHome() {
  const search = useSearch({ from: '/attorney-pages/attorney' });
  const { show } = search;
  return (
    <Stack>
      <PageTitle>Cases</PageTitle>
      <Unverified />
      <Group component="nav" aria-label="Which cases" gap="md">
        <Tab name="Needs you" isShown={show === undefined} search={{}} />
        {(Object.keys(attorneyWorkNames) as (keyof typeof attorneyWorkNames)[]).map((work) => (
          <Tab key={work} name={attorneyWorkNames[work]} isShown={show === work} search={{ ...search, show: work }} />
        ))}
      </Group>
      {show === undefined ? <Queue /> : <CaseList search={search} />}
    </Stack>
  );
}

function Tab({ name, isShown, search }: { name: string; isShown: boolean; search: AttorneyCasesSearch }) {
  return (
    <AppLink
      to="/attorney"
      search={search}
      underline={isShown ? 'always' : 'hover'}
      fw={isShown ? 700 : 400}
      aria-current={isShown ? 'page' : undefined}
    >
      {name}
    </AppLink>
  );
}

function Unverified() {
  const { data } = useQuery(attorneyQuery);
  if (!data || data.verified) return null;
  return (
    <Alert variant="outline" title="Your license has not been verified yet">
      Our operators check it with the bar of your state before you get cases. We email you once it is done; until then,
      no case can be opened.
    </Alert>
  );
}

function Queue() {
  const query = useQuery({ ...attorneyQueueQuery, refetchInterval: 30_000 });
  return (
    <QueryState query={query}>
      {({ items }) =>
        items.length === 0 ? <Text>No case needs you now.</Text> : <QueueTable items={attentionFirst(items)} />
      }
    </QueryState>
  );
}

/** Names and dates are those of the cases that changed last. */
function QueueTable({ items }: { items: readonly QueueItem[] }) {
  const { data: named } = useQuery(attorneyNamesQuery);
  const known = new Map(named?.items.map((one) => [one.id, one]));
  return (
    <Table verticalSpacing="sm" className="breakable" aria-label="Queue">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Case</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th visibleFrom="sm">Next date</Table.Th>
          <Table.Th visibleFrom="sm">Waiting since</Table.Th>
          <Table.Th visibleFrom="md">Opened</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((item) => {
          const one = known.get(item.id);
          return (
            <Table.Tr key={item.id}>
              <Table.Td>
                <AppLink to="/attorney/cases/$id" params={{ id: item.id }} fw={600}>
                  {one?.address ?? [item.jurisdiction.county, item.jurisdiction.state].filter(Boolean).join(', ')}
                </AppLink>
                <Text size="sm">
                  <bdi>{one?.caption ?? item.id}</bdi> · {groundNames[item.ground]}
                </Text>
                {(one?.unreadNotes ?? 0) > 0 && <Tag tone="warning">New note</Tag>}
              </Table.Td>
              <Table.Td>
                <StateBadge state={item.state} />
                <Group gap={4}>
                  <AttentionBadges reasons={item.attention.reasons} />
                </Group>
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <NextDate date={one?.nextDate ?? null} />
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <Ago moment={item.updatedAt} />
              </Table.Td>
              <Table.Td visibleFrom="md">
                <Ago moment={item.createdAt} />
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

function NextDate({ date }: { date: AttorneyCaseItem['nextDate'] }) {
  return (
    date && (
      <>
        <Text size="sm">{formatDay(date.date)}</Text>
        <Text size="xs" c="dimmed">
          {deadlineName(date.name)}
        </Text>
      </>
    )
  );
}

/** All cases of the attorney, or those that wait for one thing, with their names. */
function CaseList({ search }: { search: AttorneyCasesSearch }) {
  const navigate = useNavigate({ from: '/attorney' });
  const query = useInfiniteQuery(attorneyCasesQuery(attorneyFilterOf(search)));
  const set = (change: AttorneyCasesSearch) => void navigate({ search: { ...search, ...change }, replace: true });
  const onTyped = useDebouncedCallback((q: string) => set({ q: q === '' ? undefined : q }), 300);
  return (
    <>
      <Group role="search" align="end">
        <TextInput
          label="Search"
          placeholder="Name, address or court number"
          type="search"
          maxLength={100}
          defaultValue={search.q ?? ''}
          onChange={({ currentTarget }) => onTyped(currentTarget.value)}
        />
        <NativeSelect
          label="Sort by"
          data={[
            { value: 'nextDate', label: 'Next date' },
            { value: 'updatedAt', label: 'Last change' },
          ]}
          value={search.sort ?? 'nextDate'}
          onChange={({ currentTarget }) => set({ sort: currentTarget.value === 'updatedAt' ? 'updatedAt' : undefined })}
        />
      </Group>
      <QueryState query={query}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0) return <Text role="status">No cases here.</Text>;
          return (
            <>
              <CaseTable items={items} />
              {query.hasNextPage && (
                <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Show more cases
                </Button>
              )}
            </>
          );
        }}
      </QueryState>
    </>
  );
}

function CaseTable({ items }: { items: readonly AttorneyCaseItem[] }) {
  return (
    <Table verticalSpacing="sm" className="breakable" aria-label="Your cases">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Case</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th>Next date</Table.Th>
          <Table.Th visibleFrom="md">Changed</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map(
          ({ id, caption, address, ground, courtCaseNumber, state, attention, nextDate, unreadNotes, updatedAt }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <AppLink to="/attorney/cases/$id" params={{ id }} fw={600}>
                  <bdi>{caption}</bdi>
                </AppLink>
                <Text size="sm">{address}</Text>
                <Text size="xs" c="dimmed">
                  {[groundNames[ground], courtCaseNumber].filter(Boolean).join(' · ')}
                </Text>
              </Table.Td>
              <Table.Td>
                <StateBadge state={state} />
                <Group gap={4}>
                  <AttentionBadges reasons={attention.reasons} />
                  {unreadNotes > 0 && (
                    <Tag tone="warning">{unreadNotes === 1 ? '1 new note' : `${unreadNotes} new notes`}</Tag>
                  )}
                </Group>
              </Table.Td>
              <Table.Td>
                <NextDate date={nextDate} />
              </Table.Td>
              <Table.Td visibleFrom="md">
                <Ago moment={updatedAt} />
              </Table.Td>
            </Table.Tr>
          ),
        )}
      </Table.Tbody>
    </Table>
  );
}
