import { Group, NativeSelect, Radio, Stack, Table, Text } from '@mantine/core';
import { useId, useMemo } from 'react';
import { optionsOf } from '../shared/form.tsx';
import { counted, formatCents } from '../shared/format.ts';
import { Hint, Section, SmallButton, Tag } from '../shared/parts.tsx';
import { evidenceFor, hasBalances, matchesWith } from './balance.ts';
import { headingOf, headingsOf, withMeaning } from './columns.ts';
import classes from './import.module.css';
import type { AmountGroup, ReadLedger } from './ledger.ts';
import type { LedgerState } from './ledger-state.ts';
import { type Answer, type Answers, answerTo } from './settle.ts';
import { writtenIn } from './table.ts';

type Books = ReadonlyMap<string, number | null>;

interface DirectionProps {
  state: LedgerState;
  ledger: ReadLedger;
  /** The amounts that the tenants owe according to the books, by case reference. */
  books: Books;
  onChange: (state: LedgerState) => void;
}

/** Asks which amounts are payments, and shows for each answer how many balances would match. */
export function Direction(props: DirectionProps) {
  const { ledger } = props;
  const signed = ledger.groups.filter(({ column, word }) => column === 'amount' && word === null);
  const others = ledger.groups.filter(
    ({ column, word, isNegative }) => word !== null || (column !== 'amount' && isNegative),
  );
  if (signed.length === 0 && others.length === 0) return null;
  return (
    <Section title="Which amounts are payments?">
      {signed.length > 0 && <SignedAmounts {...props} groups={signed} />}
      {others.length > 0 && <AmountKinds {...props} groups={others} />}
    </Section>
  );
}

interface GroupsProps extends DirectionProps {
  groups: readonly AmountGroup[];
}

function SignedAmounts({ state, ledger, books, onChange, groups }: GroupsProps) {
  const options = useMemo(() => {
    const answersIf = (negative: Answer, positive: Answer): Answers =>
      new Map([
        ...state.answers,
        ...groups.map(({ id, isNegative }) => [id, isNegative ? negative : positive] as const),
      ]);
    return [
      { value: 'negative', label: 'Negative amounts', answers: answersIf('payment', 'charge') },
      { value: 'positive', label: 'Positive amounts', answers: answersIf('charge', 'payment') },
    ];
  }, [state.answers, groups]);
  const chosen = options.find(({ answers }) =>
    groups.every((group) => answers.get(group.id) === answerTo(group, state.answers)),
  );
  const id = useId();
  const headings = headingsOf(state.columns);
  const free = state.columns.meanings.flatMap((meaning, at) => (meaning === '' ? [at] : []));
  return (
    <Stack gap="xs">
      <Radio.Group
        aria-label="Which amounts are payments?"
        data-unanswered={chosen === undefined || undefined}
        value={chosen?.value ?? null}
        onChange={(value) => {
          const option = options.find((one) => one.value === value);
          if (option) onChange({ ...state, answers: option.answers });
        }}
      >
        <Stack gap="xs">
          {options.map(({ value, label, answers }) => (
            <Radio.Card
              key={value}
              value={value}
              radius="sm"
              className={classes['choice'] ?? ''}
              aria-labelledby={`${id}-${value}`}
            >
              <Group wrap="nowrap" align="start">
                <Radio.Indicator className={classes['radio'] ?? ''} />
                <div>
                  <Text size="sm" fw={600} id={`${id}-${value}`}>
                    {label}
                  </Text>
                  {groups.map((group) => (
                    <Hint key={group.id}>{exampleText(group, answers.get(group.id) ?? 'leave out')}</Hint>
                  ))}
                  <MatchCount ledger={ledger} books={books} answers={answers} />
                </div>
              </Group>
            </Radio.Card>
          ))}
        </Stack>
      </Radio.Group>
      {free.length > 0 && (
        <NativeSelect
          label="Or choose the column that says which amounts are payments"
          description="For example, a column with “Charge” and “Payment”."
          maw={320}
          data={[
            { value: '', label: 'Choose the column' },
            ...free.map((at) => ({ value: `${at}`, label: headingOf(headings, at) })),
          ]}
          value=""
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...state, columns: withMeaning(state.columns, Number(value), 'type') })
          }
        />
      )}
    </Stack>
  );
}

/** Describes the effect of an answer: `2 amounts, such as −$950.00 in row 3, would be payments.` */
function exampleText({ example: { line, cents }, count }: AmountGroup, answer: Answer): string {
  const kind = answer === 'payment' ? 'payment' : 'charge';
  const became = count === 1 ? `a ${kind}` : `${kind}s`;
  return `${counted(count, 'amount')}, such as ${formatCents(cents)} in row ${line.row}, would be ${became}.`;
}

/** Shows how many balances would match with these answers. Renders nothing if there is no balance to compare. */
function MatchCount({ ledger, books, answers }: { ledger: ReadLedger; books: Books; answers: Answers }) {
  const matches = useMemo(() => matchesWith(ledger, answers, books), [ledger, answers, books]);
  const hasFigure = [...books.values()].some((cents) => cents !== null) || hasBalances(ledger);
  if (!hasFigure) return null;
  const isGood = matches > 0;
  const text =
    books.size === 1
      ? `The balance would ${isGood ? 'match' : 'not match'}`
      : `${matches} of ${books.size.toLocaleString('en-US')} balances would match`;
  return <Tag tone={isGood ? 'good' : 'neutral'}>{text}</Tag>;
}

const answerNames: Readonly<Record<Answer, string>> = {
  charge: 'Charges',
  payment: 'Payments',
  'leave out': 'Leave out',
};

/**
 * Asks what each word in a column of types means, and what negative amounts in a column of charges or payments mean.
 */
function AmountKinds({ state, ledger, books, onChange, groups }: GroupsProps) {
  const rows = groups.map((group) => ({ group, answer: answerTo(group, state.answers) }));
  return (
    <Stack gap="xs">
      <Table.ScrollContainer minWidth={420}>
        <Table aria-label="Which amounts are payments?" verticalSpacing={4} className="breakable">
          <Table.Tbody>
            {rows.map(({ group, answer }) => (
              <Table.Tr key={group.id}>
                <Table.Td>
                  <Text size="sm" fw={500}>
                    {nameOf(group, groups)}
                  </Text>
                  <Hint>
                    {counted(group.count, 'amount')}, such as row {group.example.line.row}:{' '}
                    {writtenIn(group.example.line)}
                  </Hint>
                </Table.Td>
                <Table.Td w={150}>
                  <NativeSelect
                    size="xs"
                    aria-label={nameOf(group, groups)}
                    data-unanswered={answer === null || undefined}
                    data={optionsOf(answerNames, answer === null ? 'Choose' : undefined)}
                    value={answer ?? ''}
                    onChange={({ currentTarget: { value } }) =>
                      onChange({ ...state, answers: new Map(state.answers).set(group.id, value as Answer) })
                    }
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Suggestion {...{ state, ledger, books, onChange, groups }} />
    </Stack>
  );
}

function nameOf({ word, heading, isNegative }: AmountGroup, groups: readonly AmountGroup[]): string {
  const sign = isNegative ? 'Negative amounts' : 'Positive amounts';
  if (word === null) return `${sign} in “${heading}”`;
  const name = word === '' ? '(blank)' : `“${word}”`;
  const isOne = groups.filter((group) => group.word?.toLowerCase() === word.toLowerCase()).length === 1;
  return isOne ? name : `${name}, ${sign.toLowerCase()}`;
}

/** Suggests the answers with which the most balances match. Renders nothing if none match or if two answers tie. */
function Suggestion({ state, ledger, books, onChange, groups }: GroupsProps) {
  const [best, second] = useMemo(() => evidenceFor(ledger, state.answers, books), [ledger, state.answers, books]);
  if (!best || best.matches === 0 || best.matches === second?.matches) return null;
  const said = groups
    .filter((group) => answerTo(group, state.answers) === null)
    .map((group) => `${nameOf(group, groups)}: ${best.answers.get(group.id) === 'payment' ? 'payments' : 'charges'}`);
  return (
    <Group gap="xs">
      <Text size="sm">
        {books.size === 1 ? 'The balance' : `${best.matches} of ${books.size.toLocaleString('en-US')} balances`} would
        match with {said.join('; ')}.
      </Text>
      <SmallButton onClick={() => onChange({ ...state, answers: best.answers })}>Use this</SmallButton>
    </Group>
  );
}
