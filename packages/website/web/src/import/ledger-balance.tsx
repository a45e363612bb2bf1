import { Box, Checkbox, Text, TextInput } from '@mantine/core';
import { formatCents } from '../shared/format.ts';
import { Banner, Section } from '../shared/parts.tsx';
import { type Balance, beforeText, isMatch, leftOutText } from './balance.ts';

interface LedgerBalanceProps {
  balance: Balance;
  /** The amount owed that the user typed. The form asks for it if the file has no balance. */
  books: string;
  onBooks: (text: string) => void;
  isFromFile: boolean;
  /**
   * Whether every amount is identified as a charge or a payment, so that the lines can be compared with the balance.
   */
  isStated: boolean;
  /** Whether the user wants to add the lines although the figures differ. */
  isAccepted: boolean;
  onAccept: (isAccepted: boolean) => void;
}

/** Keeps a field short, although its label and its description can be long. */
export const narrow = { wrapper: { maxWidth: '20rem' } };

/** Compares the sum of the lines with the balance in the file or in the customer's books. */
export function LedgerBalance({
  balance,
  books,
  onBooks,
  isFromFile,
  isStated,
  isAccepted,
  onAccept,
}: LedgerBalanceProps) {
  const { ofLines, expected } = balance;
  const reasons = [leftOutText(balance), beforeText(balance)].filter((reason) => reason !== null);
  const source = isFromFile ? 'the last balance in the file' : 'the balance in your books';
  const accept = (label: string) => (
    <Checkbox
      label={label}
      data-unanswered={!isAccepted || undefined}
      checked={isAccepted}
      onChange={({ currentTarget }) => onAccept(currentTarget.checked)}
    />
  );
  const isOpen = isStated && !isMatch(balance) && !isAccepted;
  return (
    <Section title={isFromFile ? 'Compare with the file' : 'Compare with your books'}>
      {!isFromFile && (
        <TextInput
          label="What does the tenant owe, according to your books?"
          description="The file has no balance to compare with."
          inputMode="decimal"
          leftSection="$"
          styles={narrow}
          data-unanswered={(isOpen && expected === null) || undefined}
          value={books}
          onChange={({ currentTarget }) => onBooks(currentTarget.value)}
        />
      )}
      {isStated && expected !== null && isMatch(balance) && (
        <Banner tone="good" role="status" title="The balance matches.">
          These lines add up to {formatCents(ofLines)}, and so does {source}.
        </Banner>
      )}
      {isStated && expected !== null && !isMatch(balance) && (
        <Banner
          tone="bad"
          role="alert"
          title={
            ofLines === expected ? 'The figures are equal, but lines are left out.' : 'The balance does not match.'
          }
        >
          <Text size="sm">
            These lines add up to {formatCents(ofLines)}
            {ofLines !== expected &&
              `, which is ${formatCents(Math.abs(ofLines - expected))} ${ofLines > expected ? 'more' : 'less'} than ${source}: ${formatCents(expected)}`}
            .
          </Text>
          {reasons.map((reason) => (
            <Text key={reason} size="sm">
              {reason}
            </Text>
          ))}
          <Box mt="sm">{accept('Add these lines even though the figures differ')}</Box>
        </Banner>
      )}
      {isStated && expected === null && !isMatch(balance) && accept('Add these lines without comparing them')}
    </Section>
  );
}
