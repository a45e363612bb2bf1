import { Grid, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useMode } from '../../api/mode.ts';
import { type Case, caseQuery } from '../../api/queries.ts';
import { codeOf } from '../../api/refusal.ts';
import { partiesOf, placeOf, refreshEveryMs } from '../../shared/case-facts.ts';
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
        <Text className="breakable">{partiesOf(one)}</Text>
        <Hint className="breakable">
          {[groundNames[one.ground], one.courtCaseNumber, one.reference].filter(Boolean).join(' · ')}
        </Hint>
      </div>
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
            <Documents one={one} />
            <Suspense>{one.mode === 'live' && <CaseNotes one={one} />}</Suspense>
            <History one={one} />
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
