import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { type Mode, useMode } from '../../api/mode.ts';
import { type Case, caseQuery } from '../../api/queries.ts';
import { codeOf } from '../../api/refusal.ts';
import { placeOf } from '../../shared/case-facts.ts';
import { Page } from '../../shared/page.tsx';
import { ButtonLink, PageTitle } from '../../shared/parts.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { MissingCase } from '../case/missing-case.tsx';
import { Intake } from './intake.tsx';
import { IntakeSkeleton } from './intake-page.tsx';

/** The first step of a new case. */
export function NewCase() {
  const mode = useMode();
  const { files } = useSearch({ from: '/customer/cases/new' });
  return <Intake key={mode} one={null} mode={mode} step="place" files={files?.split(',')} />;
}

/** Edits the facts of a draft, including one that an attorney has returned. */
export function EditCase() {
  const mode = useMode();
  // If the draft is in the other mode, the tab switches to that mode, and the draft is loaded there.
  return <EditInMode key={mode} mode={mode} />;
}

function EditInMode({ mode }: { mode: Mode }) {
  const { id } = useParams({ from: '/customer/cases/$id/edit' });
  // Fill in the form once with the current facts, and not again while the user types.
  const query = useQuery({ ...caseQuery(mode, id), refetchOnWindowFocus: false, refetchOnMount: 'always' });
  const { data, error } = query;
  const code = codeOf(error);
  if (code === 'not_found' || code === 'erased') return <MissingCase key={id} id={id} isErased={code === 'erased'} />;
  if (data && query.isFetchedAfterMount) return <Editable one={data} />;
  if (!error) return <IntakeSkeleton />;
  return (
    <Page title="Edit case" above={[{ to: '/cases', name: 'Cases' }]} width="read">
      <PageTitle>Edit case</PageTitle>
      <QueryState query={{ ...query, data: undefined }}>{() => null}</QueryState>
    </Page>
  );
}

function Editable({ one }: { one: Case }) {
  const { step = 'place' } = useSearch({ from: '/customer/cases/$id/edit' });
  if (one.state === 'draft') return <Intake key={one.id} one={one} mode={one.mode} step={step} />;
  return (
    <Page title={placeOf(one)} above={[{ to: '/cases', name: 'Cases' }]} width="read">
      <PageTitle>The facts are locked</PageTitle>
      <Alert mt="md" title="This case was submitted, so its facts are locked.">
        They can change only if the attorney requests changes.
      </Alert>
      <ButtonLink mt="md" to="/cases/$id" params={{ id: one.id }}>
        Back to the case
      </ButtonLink>
    </Page>
  );
}
