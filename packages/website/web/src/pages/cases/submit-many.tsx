import { useForm } from '@mantine/form';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import type { Mode } from '../../api/mode.ts';
import { type Case, meQuery, pricesQuery } from '../../api/queries.ts';
import { Refusal } from '../../api/refusal.ts';
import { AttestationQuestions } from '../intake/attestation-questions.tsx';
import { attestationsOf, emptyValues } from '../intake/values.ts';
import { placeOf } from '../../shared/case-facts.ts';
import { counted, formatCents } from '../../shared/format.ts';
import { AppLink, Lines, Tag } from '../../shared/parts.tsx';
import { inWords } from '../../wording/fields.ts';
import { messageOf } from '../../wording/refusals.ts';

interface SubmitManyProps {
  mode: Mode;
  drafts: readonly Case[];
  /** Called once no more drafts will be submitted. */
  onSubmitted: () => void;
  close: () => void;
}

/** Submits the selected drafts one after another, and shows the result of each. */
export default function SubmitMany({ mode, drafts, onSubmitted, close }: SubmitManyProps) {
  const { data: me } = useQuery(meQuery);
  const { data: prices } = useQuery({ ...pricesQuery, enabled: mode === 'live' });
  const queries = useQueryClient();
  const [isConfirmed, setConfirmed] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, string | null>>(new Map());
  const isClosed = useRef(false);
  // Stop submitting as soon as the dialog closes, however it is closed.
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  const unanswered = drafts.filter(hasNoAnswers);
  const form = useForm({ initialValues: { attestations: emptyValues('').attestations } });
  const fee = prices?.items.find(({ kind }) => kind === 'platform_fee')?.amountCents ?? 0;
  const submitOne = async (one: Case) => {
    const { id } = one;
    const body = { attestations: attestationsOf(form.values.attestations) };
    if (hasNoAnswers(one)) await call('PATCH /v1/cases/{id}', { id, body }, { mode });
    await call('POST /v1/cases/{id}/submit', { id }, { mode });
  };
  const submit = async () => {
    setRunning(true);
    for (const one of drafts) {
      if (isClosed.current) break;
      const refusal = await submitOne(one).then(() => null, reasonOf);
      setOutcomes((before) => new Map(before).set(one.id, refusal));
    }
    setRunning(false);
    onSubmitted();
    void queries.invalidateQueries({ queryKey: [mode] });
  };
  const isDone = outcomes.size > 0 && !isRunning;
  const total = formatCents(fee * drafts.length);
  return (
    <Stack>
      {isDone ? (
        <Text size="sm" fw={600} role="status">
          {`${[...outcomes.values()].filter((one) => one === null).length} of ${drafts.length} submitted.`}
        </Text>
      ) : (
        <Text size="sm">
          {counted(drafts.length, 'draft')} will be submitted as saved.{' '}
          {me &&
            `The statements in each are recorded as made by ${me.user.name ?? me.user.email} for ${me.organization.name}.`}
        </Text>
      )}
      {mode === 'live' && !isDone && (
        <Text size="sm">
          Platform fee: {formatCents(fee)} for each case that was not submitted before, at most {total}.
        </Text>
      )}
      <Lines className="breakable">
        {drafts.map((one) => (
          <li key={one.id}>
            <Group gap="xs" justify="space-between">
              <AppLink to="/cases/$id" params={{ id: one.id }} size="sm">
                {placeOf(one)}
              </AppLink>
              <Result reason={outcomes.get(one.id)} />
            </Group>
          </li>
        ))}
      </Lines>
      {unanswered.length > 0 && !isDone && (
        <>
          <Text size="sm" fw={600}>
            {unanswered.length === 1
              ? `1 of ${drafts.length} drafts has no statements yet. Your answers apply to it:`
              : `${unanswered.length} of ${drafts.length} drafts have no statements yet. Your answers apply to each of them:`}
          </Text>
          <AttestationQuestions field={form.getInputProps} />
        </>
      )}
      {!isDone && (
        <Checkbox
          label={`I have checked these cases, and their statements are true${mode === 'live' ? `; I accept fees of up to ${total}` : ''}.`}
          checked={isConfirmed}
          error={isAsked && !isConfirmed && 'Confirm this first.'}
          onChange={({ currentTarget }) => setConfirmed(currentTarget.checked)}
          disabled={isRunning}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {isRunning ? 'Stop' : isDone ? 'Close' : 'Cancel'}
        </Button>
        {!isDone && (
          <Button
            loading={isRunning || (mode === 'live' && !prices)}
            onClick={() => (isConfirmed ? void submit() : setAsked(true))}
          >
            Submit {counted(drafts.length, 'case')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

const hasNoAnswers = ({ data: { attestations } }: Case) => Object.keys(attestations).length === 0;

/**
 * Shows the result of a submit. `reason` says why it was refused. It is null if the draft was submitted, and undefined
 * if it hasn't been tried yet.
 */
function Result({ reason }: { reason: string | null | undefined }) {
  if (reason === undefined) return null;
  if (reason === null) return <Tag tone="good">Submitted</Tag>;
  return (
    <Text size="sm" c="var(--mantine-color-error)">
      {reason}
    </Text>
  );
}

function reasonOf(error: unknown): string {
  const failed = error instanceof Refusal ? error.gates?.filter(({ status }) => status === 'fail') : undefined;
  return failed && failed.length > 0 ? inWords(failed.map(({ reason }) => reason ?? '').join(' ')) : messageOf(error);
}
