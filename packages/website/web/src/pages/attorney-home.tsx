import { deadlineName } from '@evict/calendar/deadline-name';
import { Alert, Button, NativeSelect, Skeleton } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { IconChevronRight, IconCircleCheck, IconFolders } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import {
  type AttorneyCaseItem,
  attorneyCasesQuery,
  attorneyNamesQuery,
  attorneyQuery,
  attorneyQueueQuery,
} from '../api/queries.ts';
import { attentionFirst, furtherReasons } from '../shared/case-facts.ts';
import { AttentionBadges } from '../shared/case-parts.tsx';
import { currentLink } from '../shared/current-link.ts';
import { counted, dayOf, daysBetween, formatShortDay, formatDaysLeft } from '../shared/format.ts';
import { Page } from '../shared/page.tsx';
import { Ago, ButtonLink, Empty, Key, Tag } from '../shared/parts.tsx';
import { QueryState } from '../shared/query-state.tsx';
import { SearchField, useTyped } from '../shared/search-field.tsx';
import { focusAt, useShortcuts } from '../shared/shortcuts.ts';
import { CaseStatus } from '../shared/status.tsx';
import tabClasses from '../shared/tabs.module.css';
import { attorneyStepNames, attorneyWorkNames, groundNames } from '../wording/names.ts';
import { type AttorneyCasesSearch, attorneyFilterOf } from './attorney-filter.ts';
import classes from './attorney-home.module.css';

/** The attorney's home page: what needs the attorney now, and all of their cases by what they wait for. */
export function AttorneyHome() {
  const search = useSearch({ from: '/attorney-pages/attorney' });
  const { show } = search;
  const { data: queue } = useQuery({ ...attorneyQueueQuery, enabled: show === undefined });
  // Loaded anyway for the list of cases that need attention. If it contains all of the attorney's cases, the tabs can
  // show counts.
  const { data: named } = useQuery({ ...attorneyNamesQuery, enabled: show === undefined });
  const countOf = (work: keyof typeof attorneyWorkNames) =>
    named?.nextCursor === null
      ? named.items.filter(({ waitsFor }) => work === 'all' || waitsFor === work).length
      : undefined;
  return (
    <Page title="Cases" width="full">
      <div className={classes['page']}>
        <nav aria-label="Which cases" className={tabClasses['tabs']}>
          <Tab name="Needs your attention" count={queue?.items.length} isShown={show === undefined} search={{}} />
          {(Object.keys(attorneyWorkNames) as (keyof typeof attorneyWorkNames)[]).map((work) => (
            <Tab
              key={work}
              name={attorneyWorkNames[work]}
              count={countOf(work)}
              isShown={show === work}
              search={{ ...search, show: work }}
            />
          ))}
        </nav>
        <Unverified />
        <Tools search={search} />
        {show === undefined ? <Queue /> : <CaseList search={search} />}
      </div>
    </Page>
  );
}

interface TabProps {
  name: string;
  count?: number | undefined;
  isShown: boolean;
  search: AttorneyCasesSearch;
}

function Tab({ name, count, isShown, search }: TabProps) {
  return (
    <Link to="/attorney" search={search} className={tabClasses['tab'] ?? ''} {...currentLink(isShown)}>
      {name}
      {count !== undefined && count > 0 && <span className={tabClasses['count']}> {count}</span>}
    </Link>
  );
}

function Unverified() {
  const { data } = useQuery(attorneyQuery);
  if (!data || data.verified) return null;
  return (
    <Alert color="yellow" className={classes['inset']} title="Your license is not verified yet">
      Our operators check it with the bar of your state before you get cases. We email you once it is done. Until then,
      no case can be opened.
    </Alert>
  );
}

function Queue() {
  const query = useQuery({ ...attorneyQueueQuery, refetchInterval: 30_000 });
  const { data: named } = useQuery(attorneyNamesQuery);
  // Names and dates are known only for the cases that changed most recently.
  const known = new Map(named?.items.map((one) => [one.id, one]));
  return (
    <Loaded query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty
            icon={<IconCircleCheck size={20} aria-hidden />}
            title="Nothing needs your attention"
            action={
              <ButtonLink to="/attorney" search={{ show: 'all' }} variant="default">
                Show all cases
              </ButtonLink>
            }
          >
            Cases to review, and cases on hold, appear here.
          </Empty>
        ) : (
          <CaseTable
            label="Queue"
            when="Waiting since"
            rows={attentionFirst(items).map((item) => ({
              caption: item.id,
              address: [item.jurisdiction.county, item.jurisdiction.state].filter(Boolean).join(', '),
              courtCaseNumber: null,
              nextDate: null,
              unreadNotes: 0,
              ...known.get(item.id),
              ...item,
            }))}
          />
        )
      }
    </Loaded>
  );
}

/** The search field and the sort order. Searching on the tab of cases that need attention searches all cases. */
function Tools({ search }: { search: AttorneyCasesSearch }) {
  const navigate = useNavigate({ from: '/attorney' });
  const set = (change: AttorneyCasesSearch) =>
    void navigate({ search: { show: 'all', ...search, ...change }, replace: true });
  const text = useTyped(search.q, (q) => set({ q: q === '' ? undefined : q }));
  const field = useRef<HTMLInputElement>(null);
  useShortcuts('Search', [{ key: '/', name: 'Search', run: () => field.current?.focus() }]);
  return (
    <div role="search" className={classes['tools']}>
      <SearchField ref={field} {...text} />
      {search.show !== undefined && (
        <NativeSelect
          size="xs"
          aria-label="Sort by"
          data={[
            { value: 'nextDate', label: 'Next date' },
            { value: 'updatedAt', label: 'Last change' },
          ]}
          value={search.sort ?? 'nextDate'}
          onChange={({ currentTarget }) => set({ sort: currentTarget.value === 'updatedAt' ? 'updatedAt' : undefined })}
        />
      )}
    </div>
  );
}

/** Lists all of the attorney's cases, or those in the chosen tab. */
function CaseList({ search }: { search: AttorneyCasesSearch }) {
  const query = useInfiniteQuery(attorneyCasesQuery(attorneyFilterOf(search)));
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0) {
          return (
            <div role="status">
              <Empty icon={<IconFolders size={20} aria-hidden />} title="No cases here">
                {search.q === undefined
                  ? 'Cases are listed here once there are some.'
                  : 'No name, address, or number matches.'}
              </Empty>
            </div>
          );
        }
        return (
          <CaseTable label="Your cases" when="Updated" rows={items}>
            {query.hasNextPage && (
              <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Show more cases
              </Button>
            )}
          </CaseTable>
        );
      }}
    </Loaded>
  );
}

type LoadedProps<T> = Parameters<typeof QueryState<T>>[0];

/** Shows a list, with placeholder rows until it is loaded. */
function Loaded<T>({ query, children }: LoadedProps<T>) {
  const skeleton = (
    <div role="progressbar" aria-label="Loading">
      {Array.from({ length: 8 }, (_, place) => (
        <div key={place} className={classes['loading']}>
          <Skeleton h={13} w="40%" />
          <Skeleton h={12} w="28%" />
        </div>
      ))}
    </div>
  );
  return (
    <div className={query.error ? classes['inset'] : ''}>
      <QueryState query={query} skeleton={skeleton}>
        {children}
      </QueryState>
    </div>
  );
}

type Row = Omit<AttorneyCaseItem, 'waitsFor'>;

interface CaseTableProps {
  label: string;
  /** The heading of the last column. */
  when: string;
  rows: readonly Row[];
  children?: ReactNode;
}

/** A table with two lines per case. The J and K keys move between the cases. */
function CaseTable({ label, when, rows, children }: CaseTableProps) {
  const table = useRef<HTMLTableElement>(null);
  const hasDates = rows.some(({ nextDate }) => nextDate !== null);
  const move = (by: 1 | -1) => {
    const links = [...(table.current?.querySelectorAll<HTMLElement>('a[data-row]') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    focusAt(links, at + by);
  };
  useShortcuts('Cases', [
    { key: 'j', name: 'Next case', run: () => move(1) },
    { key: 'k', name: 'Previous case', run: () => move(-1) },
    { key: 'Enter', name: 'Open the case' },
  ]);
  return (
    <>
      <table ref={table} className={`table breakable ${classes['cases']}`} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Case</th>
            <th scope="col" className={classes['state']}>
              Status
            </th>
            <th scope="col" className={classes['step']}>
              Next step
            </th>
            {hasDates && <th scope="col">Next date</th>}
            <th scope="col" className={classes['when']}>
              {when}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <CaseRow key={one.id} one={one} hasDates={hasDates} />
          ))}
        </tbody>
      </table>
      <div className={classes['foot']}>
        <span>{counted(rows.length, 'case')}</span>
        {children}
        <span className={classes['keys']}>
          <Key>J</Key> <Key>K</Key> move <Key>↵</Key> open
        </span>
      </div>
    </>
  );
}

function CaseRow({ one, hasDates }: { one: Row; hasDates: boolean }) {
  const { id, caption, address, ground, courtCaseNumber, state, nextDate, unreadNotes, updatedAt } = one;
  const step = attorneyStepNames[state];
  const reasons = furtherReasons(one);
  const parts = address.split(', ');
  const street = parts.slice(0, -2).join(', ');
  const place = parts
    .slice(-2)
    .join(', ')
    .replace(/ \d{5}(-\d{4})?$/, '');
  return (
    <tr>
      <td className={classes['case']}>
        <Link to="/attorney/cases/$id" params={{ id }} data-row>
          {street || address}
        </Link>
        <small>
          <bdi>{caption}</bdi>
          {street !== '' && ` · ${place}`}
        </small>
      </td>
      <td className={classes['state']}>
        <CaseStatus state={state} />
        <small>{[groundNames[ground], courtCaseNumber].filter(Boolean).join(' · ')}</small>
        {(reasons.length > 0 || unreadNotes > 0) && (
          <span className={classes['tags']}>
            <AttentionBadges reasons={reasons} />
            {unreadNotes > 0 && <Tag tone="warning">{counted(unreadNotes, 'new note')}</Tag>}
          </span>
        )}
      </td>
      <td className={classes['step']} data-none={step === undefined}>
        {step ?? '–'}
        {step !== undefined && <IconChevronRight size={14} aria-hidden />}
      </td>
      {hasDates && (
        <td className={classes['date']} data-none={nextDate === null}>
          {nextDate === null ? (
            '–'
          ) : (
            <>
              {formatShortDay(nextDate.date)}, {formatDaysLeft(daysBetween(dayOf(new Date()), nextDate.date))}
              <small>{deadlineName(nextDate.name)}</small>
            </>
          )}
        </td>
      )}
      <td className={classes['when']}>
        <Ago moment={updatedAt} />
      </td>
    </tr>
  );
}
