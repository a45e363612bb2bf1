import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { formatCents } from '../shared/format.ts';
import { Banner } from '../shared/parts.tsx';
import { type Balance, beforeText, isMatch, leftOutText } from './balance.ts';

interface LedgerBalanceProps {
  balance: Balance;
  /** The amount owed that the user typed. The form asks for it if the file has no balance. */
  books: string;
  onBooks: (text: string) => void;
  isFromFile: boolean;
  /** Whether all payments are identified, so that the lines can be compared with the balance. */
  isStated: boolean;
  /** Whether the user wants to add the lines although the figures differ. */
  isAccepted: boolean;
  onAccept: (isAccepted: boolean) => void;
}

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
  const source = isFromFile ? 'The last balance in the file' : 'The balance in your books';
  return (
    <Stack gap="xs">
      {!isFromFile && (
        <TextInput
          label="What does the tenant owe, according to your books?"
          description="The file has no balance to compare with."
          inputMode="decimal"
          leftSection="$"
          maw={320}
          value={books}
          onChange={({ currentTarget }) => onBooks(currentTarget.value)}
        />
      )}
      {isStated && expected !== null && isMatch(balance) && (
        <Banner tone="good" role="status" title="The balance matches.">
          These lines add up to {formatCents(ofLines)}. {source} is the same.
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
            These lines add up to {formatCents(ofLines)}. {source} is {formatCents(expected)}.
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
          checked={isAccepted}
          onChange={({ currentTarget }) => onAccept(currentTarget.checked)}
        />
      )}
    </Stack>
  );
}
