import { Checkbox, Text, TextInput } from '@mantine/core';
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
  /** Whether the user tried to add the lines. The form then says what is still missing. */
  isAsked: boolean;
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
  isAsked,
}: LedgerBalanceProps) {
  const { ofLines, expected } = balance;
  const reasons = [leftOutText(balance), beforeText(balance)].filter((reason) => reason !== null);
  const source = isFromFile ? 'the last balance in the file' : 'the balance in your books';
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
        </Banner>
      )}
      {isStated && !isMatch(balance) && (
        <Checkbox
          label={
            expected === null
              ? 'Add these lines without comparing them'
              : 'Add these lines even though the figures differ'
          }
          data-unanswered={isOpen || undefined}
          error={isOpen && isAsked && 'Compare the balance, or choose to add the lines anyway.'}
          checked={isAccepted}
          onChange={({ currentTarget }) => onAccept(currentTarget.checked)}
        />
      )}
    </Section>
  );
}
