import { Checkbox, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { formatCents } from '../shared/format.ts';
import { Banner, Note, Section, ShowMore } from '../shared/parts.tsx';
import { type Balance, differenceText, isMatch } from './balance.ts';
import type { CaseValues } from './case-rows.ts';
import classes from './import.module.css';

interface BalanceListProps {
  balances: readonly Balance[];
  /** The file's values for the case with this reference. */
  valuesOf: (reference: string) => CaseValues;
  /** Whether the user has accepted that the ledger's lines don't add up to its balance. */
  isAccepted: (balance: Balance) => boolean;
  onAccept: (balance: Balance, isAccepted: boolean) => void;
}

const shownAtFirst = 25;

/**
 * Lists the ledgers whose lines don't add up to the balance. Their cases are left out unless the user checks their
 * boxes.
 */
export function BalanceList({ balances, valuesOf, isAccepted, onAccept }: BalanceListProps) {
  const [shown, setShown] = useState(shownAtFirst);
  const differing = balances.filter((balance) => !isMatch(balance));
  const heading = { title: 'Balance check', beside: <Note>Ledger lines compared with your books</Note> };
  if (differing.length === 0) {
    return (
      <Section {...heading}>
        <Banner
          tone="good"
          role="status"
          title={balances.length === 1 ? 'The balance matches' : `All ${balances.length} balances match`}
        />
      </Section>
    );
  }
  return (
    <Section {...heading}>
      <Banner
        tone="warning"
        role="alert"
        title={
          balances.length === 1
            ? 'The balance does not match.'
            : `${differing.length} of ${balances.length} balances do not match.`
        }
      >
        These cases are left out of the import. Compare the figures, and select the ones that you want to import anyway.
      </Banner>
      <Table aria-label="Balances that do not match" className={classes['balances'] ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Import</Table.Th>
            <Table.Th>Reference</Table.Th>
            <Table.Th ta="right">From lines</Table.Th>
            <Table.Th ta="right">Your books</Table.Th>
            <Table.Th ta="right">Difference</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differing.slice(0, shown).map((balance) => {
            const { ofLines } = balance;
            const expected = balance.expected === ofLines ? balance.ofBooks : balance.expected;
            const { reference = '', defendants = '' } = valuesOf(balance.reference);
            return (
              <Table.Tr key={balance.reference} data-balance={balance.reference}>
                <Table.Td>
                  <Checkbox
                    aria-label={`Import ${reference} anyway`}
                    checked={isAccepted(balance)}
                    onChange={({ currentTarget }) => onAccept(balance, currentTarget.checked)}
                  />
                </Table.Td>
                <Table.Td className="breakable">
                  <Text size="sm">
                    <strong>{reference}</strong> {defendants}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {differenceText(balance)}
                  </Text>
                </Table.Td>
                <Table.Td className="amount" data-label="From lines">
                  {formatCents(ofLines)}
                </Table.Td>
                <Table.Td className="amount" data-label="Your books">
                  {expected === null ? '–' : formatCents(expected)}
                </Table.Td>
                <Table.Td className="amount" data-label="Difference" c="var(--warn)">
                  {expected === null ? '–' : formatCents(expected - ofLines)}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      {differing.length > shown && <ShowMore onClick={() => setShown(shown + 100)} />}
    </Section>
  );
}

/** Returns the selector of the row for a ledger's balance. */
export function balanceOf(reference: string): string {
  return `[data-balance="${CSS.escape(reference)}"]`;
}
