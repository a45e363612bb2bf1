import { Alert, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { type Mode, useMode } from '../../api/mode.ts';
import { type Case, caseQuery } from '../../api/queries.ts';
import { codeOf } from '../../api/refusal.ts';
import { AppLink, Hint, PageTitle } from '../../shared/parts.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { MissingCase } from '../case/missing-case.tsx';
import { Intake } from './intake.tsx';
import { SampleCase } from './sample-case.tsx';

/** The first step of a new case, and in test mode a sample with every fact. */
export function NewCase() {
  const mode = useMode();
  const { files } = useSearch({ from: '/customer/cases/new' });
  return (
    <Stack>
      <PageTitle>New case</PageTitle>
      {files !== undefined && <Hint>The files that you chose become its evidence when you save the first step.</Hint>}
      {mode === 'test' && files === undefined && (
        <Group>
          <SampleCase />
          <Hint>A test case about unpaid rent in the fictional state ZZ, with every fact filled in.</Hint>
        </Group>
      )}
      <Intake key={mode} one={null} mode={mode} step="place" files={files?.split(',')} />
    </Stack>
  );
}

/** The facts of a draft, also of one that an attorney has returned. */
export function EditCase() {
  const mode = useMode();
  // A draft of the other mode switches the tab to it, and is read there anew.
  return <EditInMode key={mode} mode={mode} />;
}

function EditInMode({ mode }: { mode: Mode }) {
  const { id } = useParams({ from: '/customer/cases/$id/edit' });
  // The form is filled in once, with the facts as they are now, and not anew while somebody types.
  const query = useQuery({ ...caseQuery(mode, id), refetchOnWindowFocus: false, refetchOnMount: 'always' });
  const isRead = query.isFetchedAfterMount || query.isError;
  const code = codeOf(query.error);
  if (code === 'not_found' || code === 'erased') return <MissingCase key={id} id={id} isErased={code === 'erased'} />;
  return (
    <Stack>
      <PageTitle>Edit case</PageTitle>
      <QueryState query={isRead ? query : { ...query, data: undefined }}>{(one) => <Editable one={one} />}</QueryState>
    </Stack>
  );
}

function Editable({ one }: { one: Case }) {
  const { step = 'place' } = useSearch({ from: '/customer/cases/$id/edit' });
  if (one.state === 'draft') return <Intake key={one.id} one={one} mode={one.mode} step={step} />;
  return (
    <Alert variant="outline">
      <Stack gap="xs">
        This case was submitted, so its facts are fixed. They can change only if the attorney asks for it.
        <AppLink to="/cases/$id" params={{ id: one.id }}>
          Back to the case
        </AppLink>
      </Stack>
    </Alert>
  );
}
