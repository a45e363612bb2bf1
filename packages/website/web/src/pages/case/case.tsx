import { Grid, Group, Stack, Tabs, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import { useMode } from '../../api/mode.ts';
import { type Case, caseQuery } from '../../api/queries.ts';
import { codeOf } from '../../api/refusal.ts';
import { placeOf, refreshEveryMs } from '../../shared/case-facts.ts';
import { Parties, StateBadge } from '../../shared/case-parts.tsx';
import { LedgerTable } from '../../shared/ledger.tsx';
import { AppLink, Hint, PageTitle, Section } from '../../shared/parts.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { groundNames } from '../../wording/names.ts';
import { lastSearch } from '../cases/filter.ts';
import { Charges } from './charges.tsx';
import { Deadlines, History, Life } from './course.tsx';
import { Documents } from './documents.tsx';
import { AttorneyOfCase, CaseFacts, Casework, ReportedFacts } from './facts.tsx';
import type { CasePart } from './case-part.ts';
import { MissingCase } from './missing-case.tsx';
import { NextStep } from './next-step.tsx';
import { Sandbox } from './sandbox.tsx';

const CaseNotes = lazy(async () => ({ default: (await import('../../shared/notes.tsx')).CaseNotes }));

/** A case, in one of two modes: a link can lead to the mode that the tab is not in. */
export function CasePage() {
  const { id } = useParams({ from: '/customer/cases/$id' });
  const mode = useMode();
  const query = useQuery({
    ...caseQuery(mode, id),
    refetchInterval: ({ state: { data } }) => (data ? refreshEveryMs(data) : false),
  });
  const code = codeOf(query.error);
  const isMissing = code === 'not_found' || code === 'erased';
  return (
    <Stack>
      <AppLink to="/cases" search={lastSearch.now} size="sm" className="no-print">
        All cases
      </AppLink>
      {isMissing ? (
        <MissingCase key={id} id={id} isErased={code === 'erased'} />
      ) : (
        <QueryState query={query}>{(one) => <Loaded key={one.id} one={one} />}</QueryState>
      )}
    </Stack>
  );
}

function Loaded({ one }: { one: Case }) {
  useFollow(one);
  useRead(one);
  const { part = 'overview' } = useSearch({ from: '/customer/cases/$id' });
  const navigate = useNavigate({ from: '/cases/$id' });
  const { ledger = [] } = one.data;
  const parts: Partial<Record<CasePart, ReactNode>> = {
    overview: <Overview one={one} />,
    documents: <Documents one={one} />,
    ...(one.mode === 'live' && {
      messages: (
        <Suspense>
          <CaseNotes one={one} />
        </Suspense>
      ),
    }),
    ...(ledger.length > 0 && {
      ledger: (
        <Section title="Ledger">
          <LedgerTable entries={ledger} />
        </Section>
      ),
    }),
    history: <History one={one} />,
  };
  const names = Object.keys(parts) as CasePart[];
  return (
    <Stack gap="lg">
      <div>
        <PageTitle>{placeOf(one)}</PageTitle>
        <Text className="breakable">
          <Parties parties={one.data.parties} />
        </Text>
        <Hint className="breakable">
          {[groundNames[one.ground], one.courtCaseNumber, one.reference].filter(Boolean).join(' · ')}
        </Hint>
        <Text size="sm" className="print-only">
          {one.id}
        </Text>
      </div>
      <Life one={one} />
      {/* What is not shown is printed. */}
      <Tabs
        keepMountedMode="display-none"
        value={part in parts ? part : 'overview'}
        onChange={(to) => void navigate({ search: (now) => ({ ...now, part: to as CasePart }), replace: true })}
      >
        <Group className="sticky-status" gap="md" wrap="nowrap">
          <div role="status">
            <StateBadge state={one.state} />
          </div>
          <Tabs.List className="tabs">
            {names.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {partNames[name]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Group>
        {names.map((name) => (
          <Tabs.Panel key={name} value={name} pt="lg">
            {parts[name]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}

const partNames: Readonly<Record<CasePart, string>> = {
  overview: 'Overview',
  documents: 'Documents',
  messages: 'Messages',
  ledger: 'Ledger',
  history: 'History',
};

/** What to do, where the case stands, and its facts. */
function Overview({ one }: { one: Case }) {
  return (
    <Stack gap="lg">
      <NextStep one={one} />
      <Charges one={one} />
      {one.mode === 'test' && (
        <div className="no-print">
          <Sandbox one={one} />
        </div>
      )}
      <Grid gap="lg" className="case-columns">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="lg">
            <Deadlines one={one} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            <AttorneyOfCase one={one} />
            <Casework one={one} />
            <ReportedFacts one={one} />
            <CaseFacts one={one} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

/** Reads what belongs to the case again whenever the case was changed, by whomever. */
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

/** What the reader has before them is no longer new in their list. */
function useRead({ mode, id, updatedAt }: Case): void {
  const queries = useQueryClient();
  useEffect(() => {
    void call('POST /v1/cases/{id}/read', { id }, { mode }).then(
      () => queries.invalidateQueries({ queryKey: [mode, 'cases'] }),
      // It stays new, and the page says nothing of it.
      () => {},
    );
  }, [queries, mode, id, updatedAt]);
}
