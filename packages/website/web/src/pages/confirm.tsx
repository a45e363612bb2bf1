import { Anchor, Button, List, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { call } from '../api/call.ts';
import type { Output } from '../api/contract.ts';
import { type Mode, switchMode } from '../api/mode.ts';
import { type Case, caseChargesQuery, caseQuery, confirmationQuery, meQuery, pricesQuery } from '../api/queries.ts';
import { Refusal } from '../api/refusal.ts';
import { type FactRow, factRows, filesRow, rowsOf } from '../shared/fact-rows.ts';
import { counted, formatCents, formatMoment, plainName } from '../shared/format.ts';
import { goTo } from '../shared/go-to.ts';
import { LedgerTable } from '../shared/ledger.tsx';
import { Banner, ButtonLink, FactList, Hint, Loading, PageTitle, Section, SmallButton } from '../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../shared/query-state.tsx';
import { useAction } from '../shared/use-action.ts';
import { AnswerBar, FocusFrame } from '../shell/focus-frame.tsx';
import { inWords } from '../wording/fields.ts';
import { modeMeanings, stateNames, words } from '../wording/names.ts';
import classes from './confirm.module.css';
import { AttestationQuestions } from './intake/attestation-questions.tsx';
import { attestationsOf, emptyValues } from './intake/values.ts';

type Confirmation = Output<'GET /v1/confirmations/{id}'>;

const titles = {
  submit: 'Submit this case?',
  withdraw: 'Withdraw this case?',
  report_cure: 'Report payment or cure?',
  pay: 'Pay this charge?',
} as const;

const verbs = {
  submit: 'Submit case',
  withdraw: 'Withdraw case',
  report_cure: 'Report payment or cure',
  pay: 'Go to the payment',
} as const;

const meanings: Record<Confirmation['action'], Record<Mode, string>> = {
  submit: {
    live: 'Submitting locks the facts below. An attorney licensed in the state is asked to take the case, and reviews it before anything is served or filed.',
    test: 'Submitting locks the facts below, and the sandbox reviews the test case. No tenant or court is involved.',
  },
  withdraw: {
    live: 'Withdrawing ends the case. If an attorney is engaged or work is still in progress, the case goes on hold until it is confirmed that all work has stopped. A case already filed with the court needs its own dismissal there.',
    test: 'Withdrawing ends the test case at once. This cannot be undone.',
  },
  report_cure: {
    live: 'The attorney gets the report and decides what follows. The case continues.',
    test: 'The report is recorded. A test case in its notice period is then resolved.',
  },
  pay: {
    live: 'The assistant gets the link to the payment page. You pay there yourself.',
    test: 'The assistant gets the link to the payment page. You pay there yourself.',
  },
};

const endings = {
  confirmed: 'Confirmed. The assistant can now do exactly this, once.',
  used: 'This was confirmed, and the assistant has done it.',
  void: 'The case was changed after the assistant asked. Nothing was done. Have the assistant ask again.',
  expired: 'This was not confirmed within 24 hours. Nothing was done. Have the assistant ask again.',
} as const;

/** Shows an assistant's request: exactly what would happen. The member decides whether to confirm it. */
export function Confirm() {
  const { id } = useParams({ from: '/customer/confirm/$id' });
  const { mode } = useSearch({ from: '/customer/confirm/$id' });
  // Switches the tab to the mode of the request.
  useEffect(() => switchMode(mode), [mode]);
  const confirmation = useQuery({ ...confirmationQuery(mode, id), refetchOnWindowFocus: true });
  const caseId = confirmation.data?.caseId ?? '';
  // Read the case again instead of using an earlier page's copy, because users confirm what they see.
  const queryKey = [mode, 'confirmation', id, 'case'];
  const one = useQuery({ ...caseQuery(mode, caseId), queryKey, enabled: caseId !== '', gcTime: 0 });
  return (
    <FocusFrame>
      <QueryState query={confirmation} skeleton={<Loading lines={8} />}>
        {(asked) => (
          <Stack gap="lg">
            <div>
              <PageTitle>{titles[asked.action]}</PageTitle>
              <Text c="dimmed" mt="xs">
                {meanings[asked.action][mode]}
              </Text>
            </div>
            <FactList
              rows={rowsOf({
                'Asked by': plainName(asked.askedBy.name ?? 'An unnamed assistant'),
                'Decide by':
                  asked.status === 'pending'
                    ? `${formatMoment(asked.expiresAt)}. After that, this request expires.`
                    : null,
                Mode: mode === 'live' ? modeMeanings.live : null,
              })}
            />
            {asked.status !== 'pending' && (
              <Banner tone={asked.status === 'confirmed' ? 'good' : 'warning'} role="status">
                {endings[asked.status]}
              </Banner>
            )}
            <QueryState query={one} skeleton={<Loading lines={6} />}>
              {(shown) => <Decision asked={asked} one={shown} mode={mode} />}
            </QueryState>
          </Stack>
        )}
      </QueryState>
    </FocusFrame>
  );
}

function Decision({ asked, one, mode }: { asked: Confirmation; one: Case; mode: Mode }) {
  const { action, id, status } = asked;
  const me = useQuery(meQuery);
  const form = useForm({ initialValues: { attestations: emptyValues('').attestations } });
  const yes = useAction({
    run: () => {
      const attestations = action === 'submit' ? { attestations: attestationsOf(form.getValues().attestations) } : {};
      return call('POST /v1/confirmations/{id}/confirm', { id, body: attestations }, { mode });
    },
    refresh: confirmationQuery(mode, id).queryKey,
  });
  const isAttesting = status === 'pending' && action === 'submit';
  const answers = Object.entries(form.values.attestations);
  const unanswered = answers.filter(([, answer]) => answer === '').map(([name]) => name);
  const goToStatement = () => goTo(`[data-path="attestations.${unanswered[0] ?? 'authority'}"]`);
  const rows = [{ label: 'Status', value: stateNames[one.state] }, ...shownRows(one, action), filesRow(one)];
  // The button is always visible, but the reason for a refusal may be scrolled out of view.
  const refused = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (yes.error) refused.current?.focus();
  }, [yes.error]);
  const failed =
    yes.error instanceof Refusal ? yes.error.gates?.filter(({ status: gate }) => gate === 'fail') : undefined;
  return (
    <Stack gap="xl">
      <Section title="The case">
        <FactList rows={isAttesting ? rows.filter(isMain) : rows} />
      </Section>
      {isAttesting && (
        <>
          <Section
            title="What you attest"
            help={
              me.data &&
              `Your answers are recorded as stated by ${me.data.user.name ?? me.data.user.email} for ${me.data.organization.name}.`
            }
          >
            <AttestationQuestions field={(path) => form.getInputProps(path)} />
          </Section>
          <Section title="Other facts">
            <FactList rows={rows.filter((row) => !isMain(row))} />
          </Section>
        </>
      )}
      {one.data.ledger && (
        <Section title="Ledger" isTable>
          <LedgerTable entries={one.data.ledger} />
        </Section>
      )}
      {(action === 'submit' || action === 'pay') && mode === 'live' && <Price asked={asked} />}
      {status === 'pending' && (
        <>
          <div ref={refused} tabIndex={-1} className={classes['refused']}>
            {failed ? (
              <Banner tone="bad" role="alert" title="Not ready yet">
                <List size="sm">
                  {failed.map(({ gate, reason }) => (
                    <List.Item key={gate}>{inWords(reason ?? words(gate))}</List.Item>
                  ))}
                </List>
              </Banner>
            ) : (
              <RefusalAlert error={yes.error} />
            )}
          </div>
          <AnswerBar
            hint={
              isAttesting ? (
                <Anchor component="button" type="button" inherit onClick={goToStatement}>
                  {answers.length - unanswered.length} of {answers.length} statements answered
                </Anchor>
              ) : (
                'Nothing happens unless you confirm.'
              )
            }
          >
            <ButtonLink to="/cases/$id" params={{ id: one.id }} size="md" variant="default">
              Not now
            </ButtonLink>
            {/* Like every main button, it is never disabled: until all is answered, it leads to the next statement. */}
            {isAttesting && unanswered.length > 0 ? (
              <Button size="md" onClick={goToStatement}>
                Answer {counted(unanswered.length, 'statement')}
              </Button>
            ) : (
              <Button size="md" {...(action === 'withdraw' && { color: 'red' })} {...yes.button}>
                {verbs[action]}
              </Button>
            )}
          </AnswerBar>
        </>
      )}
    </Stack>
  );
}

/** Returns whether a fact comes before the statements. The others follow them. */
function isMain({ label }: FactRow): boolean {
  return ['Property', 'Plaintiffs', 'Defendants', 'Ground', 'Amount owed'].includes(label);
}

/** Leaves out the attested answers before a submit, because the user gives them below. */
function shownRows(one: Case, action: Confirmation['action']) {
  return factRows(one).filter(({ label }) => action !== 'submit' || label !== 'Attested');
}

/** Shows the price: a charge to pay, or the fee for the first submit. */
function Price({ asked }: { asked: Confirmation }) {
  const prices = useQuery(pricesQuery);
  const charges = useQuery(caseChargesQuery('live', asked.caseId));
  return (
    <Section title="What it costs">
      <QueryState query={charges}>
        {({ items }) => {
          const charge = items.find(({ id, state }) =>
            asked.chargeId === null ? state !== 'void' : id === asked.chargeId,
          );
          const fee = prices.data?.items[0];
          if (charge && asked.chargeId !== null)
            return (
              <Text>
                {charge.description}: {formatCents(charge.amountCents)}
              </Text>
            );
          if (charge)
            return <Text>Nothing more: the platform fee was charged when this case was first submitted.</Text>;
          return fee ? (
            <Text>Platform fee: {formatCents(fee.amountCents)}, due when you submit and charged once per case.</Text>
          ) : (
            <SmallButton onClick={() => void prices.refetch()}>Show the price</SmallButton>
          );
        }}
      </QueryState>
      <Hint>Attorney fees and court costs are not included; the attorney bills them to you.</Hint>
    </Section>
  );
}
