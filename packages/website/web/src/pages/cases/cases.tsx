import { Button, Checkbox, Group, Paper, Stack, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { deadlineName } from '@evict/calendar/deadline-name';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { type Mode, useMode } from '../../api/mode.ts';
import { type Case, casesQuery } from '../../api/queries.ts';
import { clockDay, nextDeadline, placeOf } from '../../shared/case-facts.ts';
import { daysBetween, formatDay, formatDaysLeft } from '../../shared/format.ts';
import { Parties, StateBadge } from '../../shared/case-parts.tsx';
import { Ago, AppLink, ButtonLink, PageTitle, SmallButton } from '../../shared/parts.tsx';
import { Dialog } from '../../shared/dialog.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { useNarrowerThan } from '../../shared/use-narrower-than.ts';
import { groundNames, nextActionText } from '../../wording/names.ts';
import { SampleCase } from '../intake/sample-case.tsx';
import { CaseFilters } from './case-filters.tsx';
import { filterOf, lastSearch } from './filter.ts';

const SubmitMany = lazy(() => import('./submit-many.tsx'));
const Views = lazy(() => import('./views.tsx'));
const Export = lazy(() => import('./export.tsx'));

export function Cases() {
  const mode = useMode();
  const search = useSearch({ from: '/customer/cases' });
  const navigate = useNavigate({ from: '/cases' });
  const filter = filterOf(search);
  const query = useInfiniteQuery(casesQuery(mode, filter));
  const [cleared, setCleared] = useState(0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  // A page of a search can end before it has found a case, while the next one leads on.
  const isEmpty = query.data?.pages.every(({ items }) => items.length === 0) === true;
  const goesOn = isEmpty && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  useEffect(() => {
    lastSearch.now = search;
  }, [search]);
  const set = (change: typeof search) => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value !== '');
    void navigate({ search: Object.fromEntries(next), replace: true });
  };
  const clear = async () => {
    await navigate({ search: {} });
    // The fields begin anew, empty.
    setCleared(cleared + 1);
  };
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>Cases</PageTitle>
        {/* The role of a button is what people and tests look for. */}
        <Group gap="xs">
          <ButtonLink to="/cases/import" variant="default">
            Import
          </ButtonLink>
          <ButtonLink to="/cases/new" role="button" leftSection={<IconPlus size={16} aria-hidden />}>
            New case
          </ButtonLink>
        </Group>
      </Group>
      <CaseFilters key={cleared} search={search} onChange={set} />
      <Suspense>
        <Views
          mode={mode}
          search={search}
          onOpen={(view) => void navigate({ search: view }).then(() => setCleared(cleared + 1))}
        />
      </Suspense>
      <QueryState query={query}>
        {({ pages }) => {
          const cases = pages.flatMap(({ items }) => items);
          if (cases.length === 0 && hasNextPage) return <Text>Still searching</Text>;
          if (cases.length === 0) {
            return Object.keys(filter).length > 0 ? (
              <NoMatch onClear={() => void clear()} />
            ) : (
              <FirstCase mode={mode} />
            );
          }
          return (
            <>
              <Chosen mode={mode} cases={cases} chosen={chosen} onChoose={(ids) => setChosen(new Set(ids))} />
              <CaseTable cases={cases} chosen={chosen} onChoose={choose} />
              <Suspense>
                <Export mode={mode} filter={filter} />
              </Suspense>
              {hasNextPage ? (
                <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  Show more cases
                </Button>
              ) : (
                pages.length > 1 && <Text size="sm">All cases are shown.</Text>
              )}
            </>
          );
        }}
      </QueryState>
    </Stack>
  );
}

interface ChosenProps {
  mode: Mode;
  cases: readonly Case[];
  chosen: ReadonlySet<string>;
  onChoose: (ids: readonly string[]) => void;
}

/** What can be done with the drafts that are chosen. */
function Chosen({ mode, cases, chosen, onChoose }: ChosenProps) {
  const all = cases.filter(({ state }) => state === 'draft');
  const drafts = cases.filter(({ id }) => chosen.has(id));
  // What was submitted meanwhile stays until the reader closes it.
  const [submitting, setSubmitting] = useState<readonly Case[] | null>(null);
  const close = () => {
    setSubmitting(null);
    onChoose([]);
  };
  return (
    <>
      <Group gap="xs">
        {drafts.length > 0 && (
          <SmallButton onClick={() => setSubmitting(drafts)}>
            {drafts.length === 1 ? 'Submit 1 draft' : `Submit ${drafts.length} drafts`}
          </SmallButton>
        )}
        {all.length > 1 && drafts.length < all.length && (
          <SmallButton variant="subtle" onClick={() => onChoose(all.map(({ id }) => id))}>
            Choose all {all.length} drafts shown
          </SmallButton>
        )}
        {drafts.length > 0 && (
          <SmallButton variant="subtle" onClick={() => onChoose([])}>
            Choose none
          </SmallButton>
        )}
      </Group>
      <Dialog opened={submitting !== null} onClose={close} title="Submit drafts" size="lg">
        <Suspense>{submitting && <SubmitMany mode={mode} drafts={submitting} close={close} />}</Suspense>
      </Dialog>
    </>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <Group>
      <Text role="status">No matching cases</Text>
      <SmallButton onClick={onClear}>Clear the filters</SmallButton>
    </Group>
  );
}

function FirstCase({ mode }: { mode: Mode }) {
  return (
    <Paper withBorder p="xl">
      <Stack align="start">
        <Title order={2} size="h3">
          Create your first case
        </Title>
        <Text>
          {mode === 'test'
            ? 'In test mode nothing is served or filed. Take a case from notice to writ in minutes.'
            : 'A live case is reviewed by a licensed attorney before anything is served or filed.'}
        </Text>
        <Group>
          <ButtonLink to="/cases/new">Start a case</ButtonLink>
          {mode === 'test' && <SampleCase />}
        </Group>
      </Stack>
    </Paper>
  );
}

interface CaseTableProps {
  cases: readonly Case[];
  chosen: ReadonlySet<string>;
  onChoose: (id: string, isChosen: boolean) => void;
}

/** On a narrow screen the next action and the next deadline are below the name of the case. */
export function CaseTable({ cases, chosen, onChoose }: CaseTableProps) {
  const isNarrow = useNarrowerThan('sm');
  return (
    <Table verticalSpacing={3} className="breakable dense">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Case</Table.Th>
          <Table.Th>Status</Table.Th>
          {!isNarrow && <Table.Th>Next action</Table.Th>}
          {!isNarrow && <Table.Th>Next deadline</Table.Th>}
          <Table.Th visibleFrom="md">Updated</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {cases.map((one) => (
          <Row key={one.id} one={one} isNarrow={isNarrow} isChosen={chosen.has(one.id)} onChoose={onChoose} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface RowProps extends Pick<CaseTableProps, 'onChoose'> {
  one: Case;
  isNarrow: boolean;
  isChosen: boolean;
}

function Row({ one, isNarrow, isChosen, onChoose }: RowProps) {
  return (
    <Table.Tr>
      <Table.Td>
        <Stack gap={2}>
          <Group gap="xs" wrap="nowrap">
            {one.state === 'draft' && (
              <Checkbox
                size="xs"
                aria-label={`Choose ${placeOf(one)}`}
                checked={isChosen}
                onChange={({ currentTarget }) => onChoose(one.id, currentTarget.checked)}
              />
            )}
            {one.unread && <Unread />}
            <AppLink to="/cases/$id" params={{ id: one.id }} fw={600} underline="hover">
              {placeOf(one)}
            </AppLink>
          </Group>
          <Text size="xs" c="dimmed">
            <Parties parties={one.data.parties} /> ·{' '}
            {[groundNames[one.ground], one.reference].filter(Boolean).join(' · ')}
          </Text>
          {isNarrow && (
            <>
              <NextAction one={one} />
              {nextDeadline(one) && <NextDeadline one={one} />}
            </>
          )}
        </Stack>
      </Table.Td>
      <Table.Td>
        <StateBadge state={one.state} />
      </Table.Td>
      {!isNarrow && (
        <>
          <Table.Td>
            <NextAction one={one} />
          </Table.Td>
          <Table.Td>
            <NextDeadline one={one} />
          </Table.Td>
        </>
      )}
      <Table.Td visibleFrom="md">
        <Ago moment={one.updatedAt} />
      </Table.Td>
    </Table.Tr>
  );
}

/** Something happened since the reader last opened the case. */
function Unread() {
  return (
    <span className="unread" title="New since you last looked">
      <VisuallyHidden>New: </VisuallyHidden>
    </span>
  );
}

function NextAction({ one }: { one: Case }) {
  const { by, text } = nextActionText(one);
  return (
    <Text size="sm">
      <b>{by}:</b> {text}
    </Text>
  );
}

function NextDeadline({ one }: { one: Case }) {
  const deadline = nextDeadline(one);
  if (!deadline) return <Text size="sm">–</Text>;
  return (
    <Text size="sm">
      {deadlineName(deadline.name)}: {formatDay(deadline.date)},{' '}
      {formatDaysLeft(daysBetween(clockDay(one), deadline.date))}
    </Text>
  );
}
