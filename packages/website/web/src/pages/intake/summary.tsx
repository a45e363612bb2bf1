import { Checkbox, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { pageData } from '../../api/page-data.ts';
import { type Case, caseChargesQuery, meQuery, pricesQuery } from '../../api/queries.ts';
import { factRows } from '../../shared/fact-rows.ts';
import { counted, formatCents, plainName } from '../../shared/format.ts';
import { FactList, Hint, Section } from '../../shared/parts.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import classes from './intake.module.css';
import { attestationMeanings } from './values.ts';

export interface SummaryProps {
  one: Case;
  /** Whether the user has confirmed what submitting a live case costs and states. */
  confirmation: { isGiven: boolean; isMissing: boolean; give: (isGiven: boolean) => void };
}

/** Shows everything that will be submitted, who attests to what, and the price. */
export function Summary({ one, confirmation }: SummaryProps) {
  const { data: me } = useQuery(meQuery);
  const rows = factRows(one).filter(({ label }) => label !== 'Attested' && label !== 'Notes for the attorney');
  const { attestations, ledger } = one.data;
  const answers = (Object.keys(attestationMeanings) as (keyof typeof attestations)[]).flatMap((name) => {
    const answer = attestations[name];
    return answer === undefined ? [] : [[name, answer] as const];
  });
  const evidence = one.documents.map(({ filename }) => plainName(filename)).join('\n');
  const files = [
    ...(ledger === undefined ? [] : [{ label: 'Ledger', value: counted(ledger.length, 'line') }]),
    { label: 'Evidence', value: evidence === '' ? 'None' : evidence },
  ];
  return (
    <>
      <Section title="What you submit">
        <FactList rows={[...rows, ...files]} />
      </Section>
      <Section
        title="What you attest"
        help={
          me && `Recorded as stated by ${me.user.name ?? me.user.email} for ${me.organization.name}, with the time.`
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
        {answers.length === 0 && <Text size="sm">Nothing yet.</Text>}
      </Section>
      {one.mode === 'live' && <Price one={one} confirmation={confirmation} />}
    </>
  );
}

/** Shows the price and asks the user to confirm. The fee is charged once, with the first submit of a case. */
function Price({ one, confirmation }: SummaryProps) {
  const prices = useQuery(pricesQuery);
  const charges = useQuery(caseChargesQuery('live', one.id));
  return (
    <Section title="What it costs">
      <QueryState query={prices}>
        {({ items }) => {
          const fee = items.find(({ kind }) => kind === 'platform_fee');
          const isCharged = charges.data?.items.some(({ kind, state }) => kind === 'platform_fee' && state !== 'void');
          const amount = fee ? formatCents(fee.amountCents) : '';
          return (
            <Stack gap="sm">
              <Text>
                {isCharged
                  ? 'Nothing more: the platform fee was charged when you first submitted this case.'
                  : `Platform fee: ${amount}, due when you submit and charged once per case.`}
              </Text>
              <Hint>Attorney fees and court costs are not included; the attorney bills them to you.</Hint>
              <Checkbox
                label={`I have checked this summary, the statements are true${isCharged ? '' : `, and I accept the fee of ${amount}`}.`}
                checked={confirmation.isGiven}
                onChange={({ currentTarget }) => confirmation.give(currentTarget.checked)}
                error={confirmation.isMissing ? 'Confirm this first.' : null}
                data-path="confirmation"
              />
            </Stack>
          );
        }}
      </QueryState>
    </Section>
  );
}

function answerText(answer: boolean | string): string {
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  return answer === 'unknown' ? "I don't know" : answer;
}
