import { ActionIcon, Button, Menu, Tabs } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconCopy, IconDots, IconPencil, IconPrinter } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import { useMode } from '../../api/mode.ts';
import {
  type Case,
  caseChargesQuery,
  caseEventsQuery,
  caseFactsQuery,
  caseNotesQuery,
  caseQuery,
} from '../../api/queries.ts';
import { codeOf } from '../../api/refusal.ts';
import { ActionItem } from '../../shared/action-item.tsx';
import { refreshEveryMs } from '../../shared/case-facts.ts';
import { plainName } from '../../shared/format.ts';
import { LedgerTable } from '../../shared/ledger.tsx';
import { Columns, Page } from '../../shared/page.tsx';
import { Section } from '../../shared/parts.tsx';
import { RefusalAlert, QueryState } from '../../shared/query-state.tsx';
import { useShortcuts } from '../../shared/shortcuts.ts';
import { useAction } from '../../shared/use-action.ts';
import { useIsNarrow } from '../../shared/use-is-narrow.ts';
import { lastSearch } from '../cases/filter.ts';
import classes from './case.module.css';
import { CaseSkeleton } from './case-skeleton.tsx';
import { Charges } from './charges.tsx';
import { Deadlines, Life } from './course.tsx';
import { Documents, DocumentsInBrief } from './documents.tsx';
import { AttorneyOfCase, CaseFacts, Court, Reference, referenceVerb, ReportedFacts, Service } from './facts.tsx';
import type { CasePart } from './case-part.ts';
import { CaseHead } from './head.tsx';
import { MissingCase } from './missing-case.tsx';
import { NextStep } from './next-step.tsx';
import { OtherCases, useNeighbors } from './other-cases.tsx';
import { Sandbox } from './sandbox.tsx';
import { History, RecentHistory, useHistoryCount } from './timeline.tsx';

const CaseNotes = lazy(async () => ({ default: (await import('../../shared/notes.tsx')).CaseNotes }));

const above = () => [{ to: '/cases', search: lastSearch.now, name: 'Cases' }] as const;

/** The page of a case. If a link leads to a case in the other mode, the tab switches to that mode. */
export function CasePage() {
  const { id } = useParams({ from: '/customer/cases/$id' });
  const mode = useMode();
  const query = useQuery({
    ...caseQuery(mode, id),
    refetchInterval: ({ state: { data } }) => (data ? refreshEveryMs(data) : false),
  });
  const isWhole = useParts(query.data);
  const code = codeOf(query.error);
  const one = query.data;
  if (code === 'not_found' || code === 'erased') {
    return (
      <Page title="Case" above={above()}>
        <MissingCase key={id} id={id} isErased={code === 'erased'} />
      </Page>
    );
  }
  if (one === undefined || !isWhole) {
    return (
      <Page title="Case" above={above()}>
        {query.error ? <QueryState query={query}>{() => null}</QueryState> : <CaseSkeleton />}
      </Page>
    );
  }
  return <Loaded key={one.id} one={one} problem={query.error} />;
}

/**
 * Returns whether each part of the overview has loaded or failed. The page then appears at once, and nothing moves
 * later.
 */
function useParts(one: Case | undefined): boolean {
  const { mode = 'test', id = '' } = one ?? {};
  const enabled = one !== undefined;
  const events = useQuery({ ...caseEventsQuery(mode, id), enabled });
  const facts = useQuery({ ...caseFactsQuery(mode, id), enabled });
  const charges = useQuery({ ...caseChargesQuery(mode, id), enabled });
  return enabled && ![events, facts, charges].some(({ isPending }) => isPending);
}

function Loaded({ one, problem }: { one: Case; problem: Error | null }) {
  useFollow(one);
  useRead(one);
  const { part = 'overview' } = useSearch({ from: '/customer/cases/$id' });
  const navigate = useNavigate({ from: '/cases/$id' });
  const [isNaming, naming] = useDisclosure(false);
  const show = (to: CasePart) => void navigate({ search: (now) => ({ ...now, part: to }), replace: true });
  const parts = usePartsOf(one, show);
  const names = Object.keys(parts) as CasePart[];
  return (
    <Page
      title={plainName(one.data.property.line1)}
      above={above()}
      actions={<PageActions one={one} onReference={naming.open} />}
    >
      <RefusalAlert error={problem} />
      <CaseHead one={one} onReference={naming.open} />
      <Reference one={one} isOpen={isNaming} close={naming.close} />
      <div className={classes['life']}>
        <Life one={one} />
      </div>
      {/* The hidden parts stay mounted, so that they can be printed. */}
      <Tabs
        keepMountedMode="display-none"
        value={part in parts ? part : 'overview'}
        onChange={(to) => show(to as CasePart)}
      >
        <Tabs.List>
          {names.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {partNames[name]}
              {parts[name]?.count !== undefined && <span className={classes['count']}> {parts[name].count}</span>}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {names.map((name) => (
          <Tabs.Panel key={name} value={name} className={classes['panel']}>
            {parts[name]?.content}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

interface Part {
  count?: number | undefined;
  content: ReactNode;
}

/** Returns the tabs of this case, in order. */
function usePartsOf(one: Case, show: (part: CasePart) => void): Partial<Record<CasePart, Part>> {
  const { ledger = [] } = one.data;
  const isLive = one.mode === 'live';
  const notes = useQuery({ ...caseNotesQuery(one.mode, one.id), enabled: isLive });
  const happened = useHistoryCount(one);
  return {
    overview: { content: <Overview one={one} show={show} /> },
    documents: { count: one.documents.length, content: <Documents one={one} /> },
    ...(isLive && {
      messages: {
        count: notes.data?.items.length,
        content: (
          <Suspense>
            <CaseNotes one={one} />
          </Suspense>
        ),
      },
    }),
    ...(ledger.length > 0 && {
      ledger: {
        count: ledger.length,
        content: (
          <Section title="Ledger" count={ledger.length}>
            <LedgerTable entries={ledger} />
          </Section>
        ),
      },
    }),
    history: { count: happened, content: <History one={one} /> },
  };
}

const partNames: Readonly<Record<CasePart, string>> = {
  overview: 'Overview',
  documents: 'Documents',
  messages: 'Messages',
  ledger: 'Ledger',
  history: 'History',
};

/** The overview tab: the next step and what is going on, with the facts of the case next to it. */
function Overview({ one, show }: { one: Case; show: (part: CasePart) => void }) {
  const isNarrow = useIsNarrow();
  const sandbox = one.mode === 'test' && <Sandbox one={one} />;
  return (
    <Columns
      label="About this case"
      aside={
        <>
          {!isNarrow && sandbox}
          <AttorneyOfCase one={one} />
          <Service one={one} />
          <Court one={one} />
          <CaseFacts one={one} />
          <ReportedFacts one={one} />
        </>
      }
    >
      <NextStep one={one} />
      {isNarrow && sandbox}
      <Charges one={one} />
      <Deadlines one={one} />
      <div className="no-print">
        <DocumentsInBrief one={one} />
      </div>
      <div className="no-print">
        <RecentHistory one={one} showAll={() => show('history')} />
      </div>
    </Columns>
  );
}

/** The actions for the case itself: go to the previous or next case, print, set the reference, and duplicate. */
function PageActions({ one, onReference }: { one: Case; onReference: () => void }) {
  const navigate = useNavigate();
  const neighbors = useNeighbors(one.mode, one.id);
  const open = (id: string | null | undefined) => id && void navigate({ to: '/cases/$id', params: { id } });
  useShortcuts('Case', [
    { key: 'j', name: 'Next case in the list', run: () => open(neighbors?.next) },
    { key: 'k', name: 'Previous case in the list', run: () => open(neighbors?.previous) },
  ]);
  const duplicate = useAction({
    run: () => duplicateCase(one),
    onDone: (copy) => void navigate({ to: '/cases/$id/edit', params: { id: copy.id } }),
  });
  const onPhone = { hiddenFrom: 'sm' } as const;
  return (
    <>
      <span className={classes['wide']}>
        {neighbors && <OtherCases neighbors={neighbors} />}
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => print()}>
          Print
        </Button>
      </span>
      <Menu width={224}>
        <Menu.Target>
          <ActionIcon
            variant="default"
            size="var(--control)"
            aria-label="More actions"
            loading={duplicate.button.loading}
          >
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <ActionItem leftSection={<IconPencil size={16} aria-hidden />} onClick={onReference}>
            {referenceVerb(one)}
          </ActionItem>
          <ActionItem leftSection={<IconCopy size={16} aria-hidden />} onClick={duplicate.button.onClick}>
            Duplicate as a draft
          </ActionItem>
          <Menu.Item {...onPhone} leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => print()}>
            Print
          </Menu.Item>
          {neighbors?.previous && (
            <Menu.Item
              {...onPhone}
              leftSection={<IconChevronUp size={16} aria-hidden />}
              onClick={() => open(neighbors.previous)}
            >
              Previous case
            </Menu.Item>
          )}
          {neighbors?.next && (
            <Menu.Item
              {...onPhone}
              leftSection={<IconChevronDown size={16} aria-hidden />}
              onClick={() => open(neighbors.next)}
            >
              Next case
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <RefusalAlert error={duplicate.error} />
    </>
  );
}

/** Creates a draft with the same facts, but without the files and the reference. */
async function duplicateCase({ ground, entryPoint, mode, data }: Case): Promise<Case> {
  const { progress: _progress, paymentAddress, ...facts } = data;
  const copy = await call('POST /v1/cases', { body: { ground, entryPoint, ...facts } }, { mode });
  if (paymentAddress === undefined) return copy;
  return call('PUT /v1/cases/{id}/payment-address', { id: copy.id, body: { paymentAddress } }, { mode });
}

/** Refetches the data that belongs to the case whenever the case has changed. */
function useFollow({ mode, id, updatedAt }: Case): void {
  const queries = useQueryClient();
  const seen = useRef(updatedAt);
  useEffect(() => {
    if (seen.current === updatedAt) return;
    seen.current = updatedAt;
    const { queryKey } = caseQuery(mode, id);
    void queries.invalidateQueries({
      queryKey,
      predicate: (query) => query.queryKey.length > queryKey.length,
    });
  }, [queries, mode, id, updatedAt]);
}

/** Marks the case as read in this user's list. */
function useRead({ mode, id, updatedAt }: Case): void {
  const queries = useQueryClient();
  useEffect(() => {
    void call('POST /v1/cases/{id}/read', { id }, { mode }).then(
      () => queries.invalidateQueries({ queryKey: [mode, 'cases'] }),
      // Ignore a failure. The case only stays unread.
      () => {},
    );
  }, [queries, mode, id, updatedAt]);
}
