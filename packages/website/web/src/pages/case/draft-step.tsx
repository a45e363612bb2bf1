import { Alert, Button } from '@mantine/core';
import { IconChecklist, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/contract.ts';
import { type Case, caseQuery } from '../../api/queries.ts';
import { Refusal } from '../../api/refusal.ts';
import { ActionItem } from '../../shared/action-item.tsx';
import { ButtonLink } from '../../shared/parts.tsx';
import { RefusalAlert } from '../../shared/query-state.tsx';
import { useAction } from '../../shared/use-action.ts';
import { GateList } from '../intake/gates-panel.tsx';
import { pathOfGate, stepOf } from '../intake/steps.ts';
import { Actions } from './actions.tsx';
import { isDeletable, useCaseAction } from './use-case.ts';

/** The actions for a draft: submit it, continue it, or drop it. */
export function DraftStep({ one }: { one: Case }) {
  const { id, mode } = one;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const goTo = (gate: string) =>
    void navigate({ to: '/cases/$id/edit', params: { id }, search: { step: stepOf(pathOfGate(gate)) } });
  const submit = useCaseAction(one, 'submit');
  const check = useAction({
    onPress: submit.reset,
    run: () => call('POST /v1/cases/{id}/validate', { id }, { mode }),
  });
  const remove = useAction({
    run: () => call('DELETE /v1/cases/{id}', { id }, { mode }),
    ask: {
      title: 'Delete this draft?',
      meaning: 'Everything you entered and all files are erased. This cannot be undone.',
      verb: 'Delete draft',
      isDangerous: true,
    },
    onDone: () => {
      void queries.invalidateQueries({ queryKey: [mode, 'cases'] });
      void navigate({ to: '/cases' }).then(() => queries.removeQueries({ queryKey: caseQuery(mode, id).queryKey }));
    },
  });
  const failed = submit.error instanceof Refusal ? submit.error.gates : null;
  const results = failed ?? check.data?.results;
  return (
    <Actions
      one={one}
      items={
        <>
          <ActionItem leftSection={<IconChecklist size={16} aria-hidden />} onClick={check.button.onClick}>
            Check case
          </ActionItem>
          {isDeletable(one) && (
            <ActionItem
              c="var(--bad)"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={remove.button.onClick}
            >
              Delete draft
            </ActionItem>
          )}
        </>
      }
      below={
        <>
          <RefusalAlert error={failed ? null : (submit.error ?? check.error ?? remove.error)} />
          {results && <CheckResults key={submit.error ? 'refused' : 'checked'} results={results} goTo={goTo} />}
        </>
      }
    >
      {mode === 'live' ? (
        // For a live case, the customer first reads what they attest to and what it costs.
        <ButtonLink size="md" to="/cases/$id/edit" params={{ id }} search={{ step: 'finish' }}>
          Review and submit
        </ButtonLink>
      ) : (
        <Button size="md" {...submit.button}>
          Submit case
        </Button>
      )}
      <ButtonLink size="md" to="/cases/$id/edit" params={{ id }} variant="default">
        Edit draft
      </ButtonLink>
    </Actions>
  );
}

type GateResult = Output<'POST /v1/cases/{id}/validate'>['results'][number];

/** Shows the results of the checks: missing facts first, then warnings. */
function CheckResults({ results, goTo }: { results: GateResult[]; goTo: (gate: string) => void }) {
  const failed = results.filter(({ status }) => status === 'fail');
  const warnings = results.filter(({ status }) => status === 'warn');
  const focused = useRef<HTMLDivElement>(null);
  useEffect(() => focused.current?.focus(), []);
  return (
    <>
      {failed.length > 0 ? (
        <Alert color="red" title="Not ready yet" role="alert" ref={focused} tabIndex={-1}>
          <GateList results={failed} goTo={goTo} />
        </Alert>
      ) : (
        <Alert color="green" role="status" title="All checks passed." />
      )}
      {warnings.length > 0 && (
        <Alert color="yellow" title="Good to know">
          <GateList results={warnings} goTo={goTo} />
        </Alert>
      )}
    </>
  );
}
