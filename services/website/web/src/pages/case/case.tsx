import { Anchor, Grid, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useMode } from '../../api/mode.ts';
import { type Case, caseQuery } from '../../api/queries.ts';
import { codeOf } from '../../api/refusal.ts';
import { placeOf, refreshEveryMs } from '../../shared/case-facts.ts';
import { Parties, StateBadge } from '../../shared/case-parts.tsx';
import { AppLink, Hint, PageTitle } from '../../shared/parts.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { groundNames } from '../../wording/names.ts';
import { lastSearch } from '../cases/filter.ts';
import { Charges } from './charges.tsx';
import { Deadlines, History, Where } from './course.tsx';
import { Documents } from './documents.tsx';
import { AttorneyOfCase, CaseFacts, Casework, ReportedFacts } from './facts.tsx';
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
      <AppLink to="/cases" search={lastSearch.now} size="sm">
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
      </div>
      <Places one={one} />
      <NextStep one={one} />
      {one.mode === 'test' ? <Sandbox one={one} /> : <Charges one={one} />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="lg">
            <Where one={one} />
            <Deadlines one={one} />
            <AttorneyOfCase one={one} />
            <Casework one={one} />
            <ReportedFacts one={one} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="lg">
            <div id="documents">
              <Documents one={one} />
            </div>
            {one.mode === 'live' && (
              <div id="messages">
                <Suspense>
                  <CaseNotes one={one} />
                </Suspense>
              </div>
            )}
            <div id="history">
              <History one={one} />
            </div>
            <div id="facts">
              <CaseFacts one={one} />
            </div>
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

/** The state of the case and the parts of its page, in view wherever it is scrolled. */
function Places({ one }: { one: Case }) {
  const parts = {
    documents: 'Documents',
    ...(one.mode === 'live' && { messages: 'Messages' }),
    history: 'History',
    facts: 'Facts',
  };
  return (
    <Group component="nav" aria-label="Parts of the case" className="sticky-status" gap="md">
      <StateBadge state={one.state} />
      {Object.entries(parts).map(([id, name]) => (
        <Anchor key={id} href={`#${id}`} size="sm" underline="hover">
          {name}
        </Anchor>
      ))}
    </Group>
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
