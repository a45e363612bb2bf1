import { Checkbox, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pageData } from '../../api/page-data.ts';
import { type Case, caseChargesQuery, meQuery, pricesQuery } from '../../api/queries.ts';
import { factRows, filesRow, rowsOf } from '../../shared/fact-rows.ts';
import { counted, formatCents } from '../../shared/format.ts';
import { FactList, Hint, Note, Section, SmallButton } from '../../shared/parts.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import classes from './intake.module.css';
import { type StepId, stepIds, stepNames } from './steps.ts';
import { attestationMeanings } from './values.ts';

export interface SummaryProps {
  one: Case;
  /** Whether the user has confirmed the summary of a live case, the statements in it, and the price. */
  confirmation: { isGiven: boolean; isMissing: boolean; give: (isGiven: boolean) => void };
}

/** The step in which each fact is given. */
const stepOfFact: Readonly<Record<string, StepId>> = {
  Plaintiffs: 'parties',
  Defendants: 'parties',
  Lease: 'lease',
  'Monthly rent': 'lease',
  'Where rent is paid': 'lease',
  'Amount owed': 'ledger',
  'Ledger balance': 'ledger',
  Ledger: 'ledger',
  Violation: 'violation',
  'Prior notice': 'priorNotice',
  Files: 'evidence',
};

/** Shows everything that will be submitted, who attests to what, and the price. */
export function Summary({
  one,
  confirmation,
  goToStep,
  children,
}: SummaryProps & { goToStep: (step: StepId) => void; children: ReactNode }) {
  const { data: me } = useQuery(meQuery);
  const facts = factRows(one).filter(({ label }) => label !== 'Attested' && label !== 'Notes for the attorney');
  const { attestations, ledger } = one.data;
  const names = Object.keys(attestationMeanings) as (keyof typeof attestations)[];
  const answers = names.flatMap((name) => {
    const answer = attestations[name];
    return answer === undefined ? [] : [[name, answer] as const];
  });
  const rows = [...facts, ...rowsOf({ Ledger: ledger && counted(ledger.length, 'line') }), filesRow(one)];
  const edit = (step: StepId) => (
    <SmallButton variant="subtle" onClick={() => goToStep(step)}>
      Edit <span className="sr">{stepNames[step]}</span>
    </SmallButton>
  );
  return (
    <>
      <Section title="What you submit">
        {stepIds.map((step) => {
          const own = rows.filter(({ label }) => (stepOfFact[label] ?? 'place') === step);
          return (
            own.length > 0 && (
              <div key={step} className={classes['group']}>
                <header>
                  <h3>{stepNames[step]}</h3>
                  {edit(step)}
                </header>
                <FactList rows={own} />
              </div>
            )
          );
        })}
      </Section>
      <Section
        title="What you attest"
        beside={
          <>
            <Note>{`${answers.length} of ${names.length} answered`}</Note>
            {edit('attestations')}
          </>
        }
        help={
          me &&
          `Your answers are recorded as stated by ${me.user.name ?? me.user.email} for ${me.organization.name}, with the time.`
        }
      >
        <ul className={classes['attested']}>
          {answers.map(([name, answer]) => (
            <li key={name}>
              <span>{pageData().attestations[name]}</span>
              <b>{answerText(answer)}</b>
            </li>
          ))}
        </ul>
      </Section>
      {children}
      {one.mode === 'live' && <Price one={one} confirmation={confirmation} />}
    </>
  );
}

/** Returns the fee for submitting a live case. It is charged once, with the first submit. */
function useFee(id: string) {
  const prices = useQuery(pricesQuery);
  const charges = useQuery(caseChargesQuery('live', id));
  const fee = prices.data?.items.find(({ kind }) => kind === 'platform_fee');
  return {
    prices,
    amount: fee ? formatCents(fee.amountCents) : '',
    isCharged: charges.data?.items.some(({ kind, state }) => kind === 'platform_fee' && state !== 'void'),
  };
}

/** Says next to the button what submitting costs. */
export function Fee({ one }: { one: Case }) {
  const { amount, isCharged } = useFee(one.id);
  if (isCharged === undefined || amount === '') return null;
  return (
    <Hint className={classes['fee'] ?? ''}>
      {isCharged ? (
        'No further platform fee'
      ) : (
        <>
          <b>{amount} when you submit</b>, plus attorney fees and court costs
        </>
      )}
    </Hint>
  );
}

/** Shows the price, and asks the user to confirm. */
function Price({ one, confirmation }: SummaryProps) {
  const { prices, amount, isCharged } = useFee(one.id);
  return (
    <Section title="What it costs">
      <QueryState query={prices}>
        {() => (
          <Stack gap="sm">
            <Text>
              {isCharged
                ? 'Nothing more: the platform fee was charged when this case was first submitted.'
                : `Platform fee: ${amount}, due when you submit and charged once per case.`}
            </Text>
            <Hint>Attorney fees and court costs are not included; the attorney bills them to you.</Hint>
            <Checkbox
              label={`I have checked this summary${isCharged ? ', and the statements are true' : `, the statements are true, and I accept the fee of ${amount}`}.`}
              checked={confirmation.isGiven}
              onChange={({ currentTarget }) => confirmation.give(currentTarget.checked)}
              error={confirmation.isMissing ? 'Confirm this first.' : null}
              data-path="confirmation"
            />
          </Stack>
        )}
      </QueryState>
    </Section>
  );
}

function answerText(answer: boolean | string): string {
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  return answer === 'unknown' ? "I don't know" : answer;
}
