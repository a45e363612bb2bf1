import { Button, Group, Text } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled, IconFileUpload, IconFolders, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type Mode, useMode } from '../../api/mode.ts';
import { casesQuery, recentCasesQuery } from '../../api/queries.ts';
import { counted } from '../../shared/format.ts';
import { Page } from '../../shared/page.tsx';
import { AppLink, ButtonLink, Empty, Key, SmallButton } from '../../shared/parts.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { ReportDialog } from '../../shared/report-dialog.tsx';
import { SampleCase } from '../intake/sample-case.tsx';
import { CaseTable, CaseTableSkeleton } from './case-table.tsx';
import { Export } from './export.tsx';
import { type CasesSearch, filterOf, isListed, isTab, lastSearch, tabNames, tabOf } from './filter.ts';
import { FilterBar } from './filter-bar.tsx';
import type { ChangeSearch } from './filter-options.ts';
import { ListTabs } from './list-tabs.tsx';
import classes from './list.module.css';
import { SelectionBar } from './selection-bar.tsx';
import { useListKeys } from './use-list-keys.ts';
import { useViews } from './use-views.ts';

/** The list of the organization's cases, with a tab for each group of states. */
export function Cases() {
  const mode = useMode();
  return <OfMode key={mode} mode={mode} />;
}

/** Remounted for each mode, because cases selected in one don't exist in the other. */
function OfMode({ mode }: { mode: Mode }) {
  const search = useSearch({ from: '/customer/cases' });
  const navigate = useNavigate({ from: '/cases' });
  const searchField = useRef<HTMLInputElement>(null);
  const query = useInfiniteQuery({ ...casesQuery(mode, filterOf(search)), placeholderData: keepPreviousData });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { views, view, save, remove } = useViews(mode, search);
  useListKeys(searchField);
  useEffect(() => {
    lastSearch.now = search;
  }, [search]);
  const { hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = query;
  const found = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const cases = found.filter((one) => isListed(search, one));
  // A search can return an empty page although the next one has cases.
  const goesOn = query.data !== undefined && cases.length === 0 && hasNextPage;
  useEffect(() => {
    if (goesOn && !isFetching && !isError) void fetchNextPage();
  }, [goesOn, isFetching, isError, fetchNextPage]);
  // If the list is empty, find out whether there are any cases at all.
  const isEmpty = query.data !== undefined && cases.length === 0 && !hasNextPage && !isPlaceholderData;
  const recent = useQuery({ ...recentCasesQuery(mode), enabled: isEmpty });
  const isFirst = isEmpty && recent.data?.items.length === 0;
  const onChange: ChangeSearch = (change) => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value !== '');
    void navigate({ search: Object.fromEntries(next), replace: true });
  };
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));
  const selected = cases.filter(({ id }) => chosen.has(id));
  const table = (
    <div>
      <CaseTable cases={cases} chosen={chosen} onChoose={choose} isStale={isPlaceholderData} />
      <div className={classes['foot']}>
        <span>{hasNextPage ? `${cases.length} cases shown` : counted(cases.length, 'case')}</span>
        {hasNextPage && (
          <SmallButton loading={query.isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </SmallButton>
        )}
        <Keys />
      </div>
    </div>
  );
  return (
    <Page title="Cases" width="full" actions={!isFirst && <Actions />}>
      {isFirst ? (
        <FirstCase mode={mode} />
      ) : (
        <div className={classes['list']}>
          <ListTabs {...{ mode, search, views, view }} />
          <FilterBar
            {...{ search, searchField, onChange }}
            view={
              view === undefined ? (
                hasFilter(search) && <SaveView onSave={save} />
              ) : (
                <Button
                  variant="subtle"
                  leftSection={<IconBookmarkFilled size={16} aria-hidden />}
                  onClick={() => remove(view)}
                >
                  Remove view<span className="sr"> {view}</span>
                </Button>
              )
            }
            exporting={<Export mode={mode} search={search} />}
          />
          <SelectionBar
            mode={mode}
            selected={selected}
            exporting={<Export mode={mode} search={search} selected={selected} />}
            onClear={() => setChosen(new Set())}
          />
          {query.isPending ? (
            <CaseTableSkeleton />
          ) : (
            <QueryState query={query}>
              {() => {
                if (goesOn) return <Text role="status">Searching…</Text>;
                return cases.length === 0 ? <NoMatch search={search} /> : table;
              }}
            </QueryState>
          )}
        </div>
      )}
    </Page>
  );
}

/** Returns whether there is any filter in addition to the tab. */
function hasFilter(search: CasesSearch): boolean {
  return Object.keys(search).some((name) => name !== 'state') || !isTab(search.state ?? 'open');
}

function Actions() {
  return (
    <>
      <ButtonLink
        to="/cases/import"
        variant="default"
        aria-label="Import"
        leftSection={<IconFileUpload size={16} aria-hidden />}
        className={classes['import'] ?? ''}
      >
        <span>Import</span>
      </ButtonLink>
      {/* Users and tests look for a button, not for a link. */}
      <ButtonLink to="/cases/new" role="button" leftSection={<IconPlus size={16} aria-hidden />}>
        New case
      </ButtonLink>
    </>
  );
}

function SaveView({ onSave }: { onSave: (name: string) => void }) {
  return (
    <ReportDialog
      verb="Save view"
      meaning="These filters become a tab of the list, in this browser."
      fields={[{ name: 'name', label: 'Name', kind: 'text', required: true }]}
      button={{ variant: 'subtle', leftSection: <IconBookmark size={16} aria-hidden /> }}
      run={({ name }) => Promise.resolve(String(name).trim().slice(0, 60))}
      onDone={onSave}
    />
  );
}

/** Says that a tab has no cases, or that the filters match none. */
function NoMatch({ search }: { search: CasesSearch }) {
  const tab = tabOf(search);
  if (!hasFilter(search) && tab !== null) {
    return (
      <Empty
        title={emptyTitles[tab]}
        action={
          <AppLink to="/cases" search={{ state: 'any' }}>
            Show all cases
          </AppLink>
        }
      >
        {tab === 'needs_you'
          ? 'When a case waits for you, it is listed here.'
          : 'Cases are listed here once there are some.'}
      </Empty>
    );
  }
  return (
    <Empty
      title="No matching cases"
      action={
        <Group justify="center">
          {tab !== null && (
            <ButtonLink to="/cases" search={{ ...search, state: 'any' }} variant="default">
              Search all cases
            </ButtonLink>
          )}
          <ButtonLink to="/cases" search={{}} variant="default">
            Clear filters
          </ButtonLink>
        </Group>
      }
    >
      {tab === null ? 'No case matches these filters.' : `No case in “${tabNames[tab]}” matches these filters.`}
    </Empty>
  );
}

const emptyTitles = {
  open: 'No open cases',
  needs_you: 'Nothing needs your attention',
  draft: 'No drafts',
  in_court: 'No cases in court',
  finished: 'No closed cases',
} as const;

function FirstCase({ mode }: { mode: Mode }) {
  const isTest = mode === 'test';
  return (
    <Empty
      title="Create your first case"
      icon={<IconFolders size={20} aria-hidden />}
      action={
        <>
          <Group justify="center" gap="xs">
            {isTest && <SampleCase variant="filled" />}
            <ButtonLink to="/cases/new" variant={isTest ? 'default' : 'filled'}>
              Start from scratch
            </ButtonLink>
          </Group>
          <Text size="sm" c="dimmed" mt="sm">
            <AppLink to="/cases/import">Import a spreadsheet</AppLink> if you have several.
          </Text>
        </>
      }
    >
      {isTest
        ? 'Start with a sample: every fact is filled in, and you can take it from notice to writ in a few minutes. Nothing is served or filed.'
        : 'A licensed attorney reviews every case before anything is served or filed.'}
    </Empty>
  );
}

function Keys() {
  return (
    <div className={`${classes['keys']} no-print`}>
      <span>
        <Key>J</Key>
        <Key>K</Key> move
      </span>
      <span>
        <Key>X</Key> select
      </span>
      <span>
        <Key>↵</Key> open
      </span>
      <span>
        <Key>N</Key> new case
      </span>
      <span>
        <Key>?</Key> all shortcuts
      </span>
    </div>
  );
}
