import { Skeleton } from '@mantine/core';
import { IconFileUpload, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Mode, useMode } from '../api/mode.ts';
import { firstStepsQuery, meQuery, type Overview, overviewQuery, recentCasesQuery } from '../api/queries.ts';
import { counted, dayOf, midnight } from '../shared/format.ts';
import { Columns, Page } from '../shared/page.tsx';
import { ButtonLink } from '../shared/parts.tsx';
import { QueryState } from '../shared/query-state.tsx';
import { FeesDue } from './home/fees-due.tsx';
import { FirstSteps } from './home/first-steps.tsx';
import { Fortnight } from './home/fortnight.tsx';
import classes from './home/home.module.css';
import { NeedsAttention } from './home/needs-attention.tsx';
import { RecentChanges } from './home/recent-changes.tsx';

/** The customer's home page: what needs them now, upcoming dates, and recent changes. */
export function Home() {
  const mode = useMode();
  const overview = useQuery(overviewQuery(mode));
  const recent = useQuery(recentCasesQuery(mode));
  const me = useQuery(meQuery);
  const isTest = mode === 'test';
  const steps = useQuery({ ...firstStepsQuery, enabled: isTest });
  const done = isTest ? steps.data : null;
  // Show everything at once, so nothing moves when the rest arrives.
  const all = {
    data:
      overview.data && recent.data && me.data && done !== undefined
        ? { ...overview.data, recent: recent.data.items, me: me.data, done }
        : undefined,
    error: overview.error ?? recent.error ?? me.error ?? steps.error,
    refetch: () => Promise.all([overview, recent, me, ...(isTest ? [steps] : [])].map(({ refetch }) => refetch())),
  };
  return (
    <Page title="Home" actions={<Actions />}>
      <Today overview={overview.data} mode={mode} />
      <QueryState query={all} skeleton={<HomeSkeleton />}>
        {({ needsYou, upcoming, due, recent: changed, me: who, done: isDone }) => (
          <Columns
            label="Dates and fees"
            aside={
              <>
                <Fortnight dates={upcoming} mode={mode} />
                {mode === 'live' && <FeesDue due={due} />}
              </>
            }
          >
            {changed.length > 0 && <NeedsAttention waiting={needsYou} />}
            {isDone && <FirstSteps me={who} cases={changed} done={isDone} />}
            <RecentChanges cases={changed} waiting={needsYou} />
          </Columns>
        )}
      </QueryState>
    </Page>
  );
}

function Actions() {
  return (
    <>
      <ButtonLink
        to="/cases/import"
        variant="default"
        leftSection={<IconFileUpload size={16} aria-hidden />}
        visibleFrom="sm"
      >
        Import
      </ButtonLink>
      <ButtonLink to="/cases/new" leftSection={<IconPlus size={16} aria-hidden />}>
        New case
      </ButtonLink>
    </>
  );
}

/** Shows today's date, and a sentence about what is coming. */
function Today({ overview, mode }: { overview: Overview | undefined; mode: Mode }) {
  const today = dayOf(new Date());
  return (
    <div className={classes['today']}>
      <time dateTime={today}>{longDay.format(midnight(today))}</time>
      <p>{overview ? summaryOf(overview, mode) : '\u00A0'}</p>
    </div>
  );
}

const longDay = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });
const weekDay = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Says what is coming: `5 cases need your attention. The next hearing is Wednesday, Dec 2, in Honolulu.` */
function summaryOf({ needsYou: { total }, upcoming }: Overview, mode: Mode): string {
  const waiting =
    total === 0
      ? 'Nothing needs your attention.'
      : `${total >= 1000 ? '1,000 or more cases need' : `${counted(total, 'case')} ${total === 1 ? 'needs' : 'need'}`} your attention.`;
  const hearing = upcoming.find(({ name }) => name === 'hearing');
  // Leave out the hearings of test cases, because each test case has its own clock.
  if (!hearing || mode === 'test') return waiting;
  const day = weekDay.format(midnight(hearing.date));
  const where = hearing.address.split(', ').at(-1) ?? '';
  return `${waiting} The next hearing is ${day}, in ${where}.`;
}

const lines = Array.from({ length: 5 }, (_, line) => line);

/** A placeholder for the content while it loads. */
function HomeSkeleton() {
  return (
    <div role="progressbar" aria-label="Loading">
      <Columns
        label="Dates and fees"
        aside={
          <div>
            <Skeleton h={14} w="40%" mb="lg" />
            <Skeleton h={96} mb="lg" />
            {lines.slice(0, 3).map((line) => (
              <Skeleton key={line} h={34} my="sm" />
            ))}
          </div>
        }
      >
        {['attention', 'changes'].map((part) => (
          <div key={part}>
            <Skeleton h={14} w="30%" mb="lg" />
            {lines.map((line) => (
              <Skeleton key={line} h={34} my="lg" w={`${90 - ((line * 13) % 30)}%`} />
            ))}
          </div>
        ))}
      </Columns>
    </div>
  );
}
