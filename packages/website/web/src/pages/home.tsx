import { CloseButton, Group, SimpleGrid, Stack, Text, ThemeIcon } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMode } from '../api/mode.ts';
import {
  type FirstStepsDone,
  firstStepsQuery,
  type Me,
  meQuery,
  type Overview,
  overviewQuery,
  recentCasesQuery,
} from '../api/queries.ts';
import { placeOf } from '../shared/case-facts.ts';
import { StateBadge } from '../shared/case-parts.tsx';
import { formatCents, formatDay } from '../shared/format.ts';
import { Ago, AppLink, ButtonLink, Hint, PageTitle, PlainList, Section } from '../shared/parts.tsx';
import { QueryState } from '../shared/query-state.tsx';
import { deadlineName } from '@evict/calendar/deadline-name';
import { withDays } from '../wording/names.ts';
import { SampleCase } from './intake/sample-case.tsx';

/** What needs the customer now, what is near, and what changed. */
export function Home() {
  const mode = useMode();
  const overview = useQuery(overviewQuery(mode));
  const recent = useQuery(recentCasesQuery(mode));
  const me = useQuery(meQuery);
  const isTest = mode === 'test';
  const steps = useQuery({ ...firstStepsQuery, enabled: isTest });
  const done = isTest ? steps.data : null;
  // All at once: nothing moves when the rest has come.
  const all = {
    data:
      overview.data && recent.data && me.data && done !== undefined
        ? { ...overview.data, recent: recent.data.items, me: me.data, done }
        : undefined,
    error: overview.error ?? recent.error ?? me.error ?? steps.error,
    refetch: () => Promise.all([overview, recent, me, ...(isTest ? [steps] : [])].map(({ refetch }) => refetch())),
  };
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>Home</PageTitle>
        <ButtonLink to="/cases/new">New case</ButtonLink>
      </Group>
      <QueryState query={all}>
        {({ needsYou, upcoming, due, recent: changed, me: who, done: isDone }) => (
          <>
            {isDone && <FirstSteps me={who} hasCase={changed.length > 0} done={isDone} />}
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <Section title="Needs you" help={shownOf(needsYou)}>
                <Entries none="Nothing waits for you." items={needsYou.items}>
                  {({ state, description }) => (
                    <>
                      <StateBadge state={state} /> <Hint>{withDays(description)}</Hint>
                    </>
                  )}
                </Entries>
              </Section>
              <Section title="Next 14 days" help="Deadlines and hearings of open cases.">
                <Entries none="No dates in the next 14 days." items={upcoming}>
                  {({ name, date }) => (
                    <Hint>
                      {deadlineName(name)}: <time dateTime={date}>{formatDay(date)}</time>
                    </Hint>
                  )}
                </Entries>
              </Section>
              {mode === 'live' && (
                <Section
                  title="To pay"
                  help={due.items.length > 0 ? `Due in all: ${formatCents(due.totalCents)}` : undefined}
                >
                  <Entries none="Nothing is due." items={due.items}>
                    {({ description, amountCents }) => (
                      <Hint>
                        {description}: {formatCents(amountCents)}
                      </Hint>
                    )}
                  </Entries>
                </Section>
              )}
              <Section title="Changed last">
                <Entries
                  none="There are no cases yet."
                  items={changed.map((one) => ({ ...one, caseId: one.id, address: placeOf(one) }))}
                >
                  {({ state, updatedAt }) => (
                    <>
                      <StateBadge state={state} /> <Ago moment={updatedAt} />
                    </>
                  )}
                </Entries>
              </Section>
            </SimpleGrid>
          </>
        )}
      </QueryState>
    </Stack>
  );
}

function shownOf({ total, items }: Overview['needsYou']): string | undefined {
  if (total <= items.length) return undefined;
  return `The ${items.length} that changed last, of ${total === 1000 ? '1,000 or more' : total}.`;
}

interface EntriesProps<E> {
  items: readonly E[];
  none: string;
  children: (entry: E) => ReactNode;
}

/** Entries of cases, each a link with what is said of it. */
function Entries<E extends { caseId: string; address: string; reference: string | null }>({
  items,
  none,
  children,
}: EntriesProps<E>) {
  if (items.length === 0) return <Text size="sm">{none}</Text>;
  return (
    <PlainList className="breakable">
      {items.map((one, place) => (
        // A case can have several dates or charges.
        <li key={`${one.caseId} ${place}`}>
          <AppLink to="/cases/$id" params={{ id: one.caseId }} fw={600} size="sm" underline="hover">
            {[one.address, one.reference].filter(Boolean).join(' · ')}
          </AppLink>
          <div>{children(one)}</div>
        </li>
      ))}
    </PlainList>
  );
}

/** What a new organization does first, each checked by what is on record. Gone when all is done, or closed. */
function FirstSteps({ me, hasCase, done }: { me: Me; hasCase: boolean; done: FirstStepsDone }) {
  const [isClosed, setClosed] = useLocalStorage({
    key: `first steps of ${me.organization.id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  if (isClosed) return null;
  const steps: [name: string, isDone: boolean, help: ReactNode][] = [
    ['Confirm your email address', me.organization.verified, 'Follow the link in our mail.'],
    ['Create a test case', hasCase, <SampleCase key="sample" />],
    ['Submit it', done.isSubmitted, 'Open it, check it, and submit it: nothing is served or filed.'],
    ['Take it to its end', done.isFinished, 'Advance it step by step, from the notice to the end.'],
  ];
  if (steps.every(([, isDone]) => isDone)) return null;
  return (
    <Section title="First steps">
      <Group justify="space-between" align="start" wrap="nowrap">
        <PlainList component="ol">
          {steps.map(([name, isDone, help]) => (
            <li key={name}>
              <Group gap="xs" align="start" wrap="nowrap">
                <ThemeIcon
                  size="sm"
                  radius="xl"
                  color={isDone ? 'green' : 'gray'}
                  variant={isDone ? 'filled' : 'default'}
                >
                  {isDone && <IconCheck size={12} aria-hidden />}
                </ThemeIcon>
                <div>
                  <Text size="sm" fw={600}>
                    {name}
                    {isDone && ' (done)'}
                  </Text>
                  {!isDone && (typeof help === 'string' ? <Hint>{help}</Hint> : help)}
                </div>
              </Group>
            </li>
          ))}
        </PlainList>
        <CloseButton aria-label="Close the first steps" onClick={() => setClosed(true)} />
      </Group>
    </Section>
  );
}
