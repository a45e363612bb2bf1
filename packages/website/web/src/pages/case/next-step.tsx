import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/contract.ts';
import { type Case, caseQuery } from '../../api/queries.ts';
import { Refusal } from '../../api/refusal.ts';
import { isFinished } from '../../shared/case-facts.ts';
import { formatDay, formatMoment } from '../../shared/format.ts';
import { ButtonLink } from '../../shared/parts.tsx';
import { RefusalAlert } from '../../shared/query-state.tsx';
import { useAction } from '../../shared/use-action.ts';
import { nextActionText, stateNames } from '../../wording/names.ts';
import { GateList } from '../intake/gates-panel.tsx';
import { pathOfGate, stepOf } from '../intake/steps.ts';
import { useCaseAction } from './use-case.ts';

/** The state, who does what next, and what the reader can do about it. */
export function NextStep({ one }: { one: Case }) {
  const { by, text } = nextActionText(one);
  const isOver = isFinished(one);
  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap="sm">
        <div>
          <Text fw={700} size="xl" tabIndex={-1} data-status style={{ outline: 'none' }}>
            {stateNames[one.state]}
          </Text>
          <Text>
            {!isOver && (
              <Text span fw={600}>
                Next: {by}.{' '}
              </Text>
            )}
            {text}
          </Text>
        </div>
        <Reports one={one} />
        {one.state === 'draft' && <DraftActions one={one} />}
        {!isOver && <EndingActions one={one} />}
      </Stack>
    </Paper>
  );
}

function Reports({ one }: { one: Case }) {
  const { withdrawal, cureReports } = one.data.progress;
  const lastCure = cureReports.at(-1);
  return (
    <>
      {withdrawal && (
        <Alert color="yellow" variant="outline" title={one.state === 'withdrawn' ? null : 'Withdrawal requested'}>
          {one.state !== 'withdrawn' && (
            <Text size="sm">The case is on hold until the attorney confirms that all work has stopped.</Text>
          )}
          {withdrawal.needsDismissal && <Text size="sm">The court case is still open: no dismissal is on record.</Text>}
          {withdrawal.dismissedOn !== null && (
            <Text size="sm">The court case was dismissed on {formatDay(withdrawal.dismissedOn)}.</Text>
          )}
        </Alert>
      )}
      {lastCure && <Text size="sm">A cure was reported on {formatMoment(lastCure.reportedAt)}.</Text>}
    </>
  );
}

function DraftActions({ one }: { one: Case }) {
  const { id, mode } = one;
  const navigate = useNavigate();
  const goTo = (gate: string) =>
    void navigate({ to: '/cases/$id/edit', params: { id }, search: { step: stepOf(pathOfGate(gate)) } });
  const submit = useCaseAction(one, 'submit');
  const check = useAction({
    onPress: submit.reset,
    run: () => call('POST /v1/cases/{id}/validate', { id }, { mode }),
  });
  const duplicate = useAction({
    run: () => duplicateCase(one),
    onDone: (copy) => void navigate({ to: '/cases/$id/edit', params: { id: copy.id } }),
  });
  const queries = useQueryClient();
  const remove = useAction({
    run: () => call('DELETE /v1/cases/{id}', { id }, { mode }),
    ask: {
      title: 'Delete this draft?',
      meaning: 'What you entered and its files are erased. This cannot be undone.',
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
    <>
      <Group>
        {mode === 'live' ? (
          // What it states and costs is read first.
          <ButtonLink to="/cases/$id/edit" params={{ id }} search={{ step: 'finish' }}>
            Review and submit
          </ButtonLink>
        ) : (
          <Button {...submit.button}>Submit case</Button>
        )}
        <Button variant="default" {...check.button}>
          Check case
        </Button>
        <ButtonLink to="/cases/$id/edit" params={{ id: one.id }} variant="default">
          Edit the draft
        </ButtonLink>
        <Button variant="default" {...duplicate.button}>
          Duplicate
        </Button>
        {isDeletable(one) && (
          <Button variant="default" {...remove.button}>
            Delete draft
          </Button>
        )}
      </Group>
      <RefusalAlert error={failed ? null : (submit.error ?? check.error ?? duplicate.error ?? remove.error)} />
      {results && <CheckResults key={submit.error ? 'refused' : 'checked'} results={results} goTo={goTo} />}
    </>
  );
}

/** A draft that was never submitted: nobody else has seen it. */
function isDeletable({ state, packVersions }: Case): boolean {
  return state === 'draft' && packVersions === null;
}

/** A new draft with the same facts, without files and reference. */
async function duplicateCase({ ground, entryPoint, mode, data }: Case): Promise<Case> {
  const { progress: _progress, paymentAddress, ...facts } = data;
  const copy = await call('POST /v1/cases', { body: { ground, entryPoint, ...facts } }, { mode });
  if (paymentAddress === undefined) return copy;
  return call('PUT /v1/cases/{id}/payment-address', { id: copy.id, body: { paymentAddress } }, { mode });
}

type GateResult = Output<'POST /v1/cases/{id}/validate'>['results'][number];

/** What the checks say: what is missing first, then what is good to know. */
function CheckResults({ results, goTo }: { results: GateResult[]; goTo: (gate: string) => void }) {
  const failed = results.filter(({ status }) => status === 'fail');
  const warnings = results.filter(({ status }) => status === 'warn');
  const focused = useRef<HTMLDivElement>(null);
  useEffect(() => focused.current?.focus(), []);
  return (
    <>
      {failed.length > 0 ? (
        <Alert color="red" variant="outline" title="Not ready yet" role="alert" ref={focused} tabIndex={-1}>
          <GateList results={failed} goTo={goTo} />
        </Alert>
      ) : (
        <Alert color="green" variant="outline" role="status" title="All checks passed." />
      )}
      {warnings.length > 0 && (
        <Alert color="yellow" variant="outline" title="Good to know">
          <GateList results={warnings} goTo={goTo} />
        </Alert>
      )}
    </>
  );
}

/** Reporting a cure and withdrawing, each with what it means. */
function EndingActions({ one }: { one: Case }) {
  const cure = useCaseAction(one, 'report-cure', {
    onPress: () => withdraw.reset(),
    ask: { title: 'Report that the tenant has cured?', verb: 'Report cure', meaning: cureMeaning(one) },
  });
  const withdraw = useCaseAction(one, 'withdraw', {
    onPress: cure.reset,
    ask: {
      title: 'Withdraw this case?',
      verb: 'Withdraw case',
      meaning: withdrawMeaning(one),
      isDangerous: true,
    },
  });
  const isWithdrawing = one.data.progress.withdrawal !== null;
  return (
    <>
      <Group>
        {one.state !== 'draft' && (
          <Button variant="default" {...cure.button}>
            Report cure
          </Button>
        )}
        {!isWithdrawing && !isDeletable(one) && (
          <Button variant="default" {...withdraw.button}>
            Withdraw case
          </Button>
        )}
      </Group>
      <RefusalAlert error={cure.error ?? withdraw.error} />
    </>
  );
}

/** What a withdrawal means, by where the case is. */
function withdrawMeaning({ mode, state, attorney }: Pick<Case, 'mode' | 'state' | 'attorney'>): string {
  if (state === 'draft') return 'The draft will be withdrawn. This cannot be undone.';
  if (mode === 'test') return 'The test case will be withdrawn at once. This cannot be undone.';
  if (attorney === null) {
    return 'If no attorney is engaged yet, it ends at once. Otherwise it goes on hold until the attorney confirms that all work has stopped.';
  }
  return 'This requests a withdrawal. The case goes on hold and ends once the attorney confirms that all work has stopped. A case already filed with the court needs its own dismissal there.';
}

/** What the report of a cure means, by where the case is. */
function cureMeaning({ mode, state, ground }: Pick<Case, 'mode' | 'state' | 'ground'>): string {
  const what =
    ground === 'nonpayment'
      ? 'You are reporting that the amount owed was paid.'
      : 'You are reporting that the violation ended.';
  if (ground === 'holdover') return 'The report is recorded, and the case continues.';
  if (mode === 'live') return `${what} The attorney gets the report and decides what follows. The case continues.`;
  const ends = state === 'notice_sent' || state === 'cure_period';
  return ends
    ? `${what} This test case will then be resolved.`
    : `${what} The report is recorded, and the case continues.`;
}
