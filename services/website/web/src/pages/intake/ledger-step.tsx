import { Alert, Stack, Text, TextInput } from '@mantine/core';
import { formatCents, parseCents } from '../../shared/format.ts';
import { LedgerEditor } from './ledger-editor.tsx';
import { balancesOf, type DraftEntry } from './ledger-entries.ts';
import type { StepProps } from './values.ts';

interface LedgerStepProps extends StepProps {
  entries: readonly DraftEntry[];
  onEntries: (change: (before: readonly DraftEntry[]) => readonly DraftEntry[]) => void;
  /** What the service refused, by the place of the line. */
  refused: ReadonlyMap<number, string>;
}

/** The ledger with its balance, and the amount owed, compared while either is typed. */
export function LedgerStep({ form, required, entries, onEntries, refused }: LedgerStepProps) {
  return (
    <Stack>
      <LedgerEditor entries={entries} onEntries={onEntries} refused={refused} />
      <TextInput
        label="Amount owed"
        description="What the notice demands, normally the ledger balance."
        withAsterisk={required('amountOwedCents')}
        inputMode="decimal"
        leftSection="$"
        {...form.getInputProps('amountOwedCents')}
      />
      <Difference balance={balancesOf(entries).at(-1) ?? 0} owed={parseCents(form.values.amountOwedCents)} />
    </Stack>
  );
}

function Difference({ balance, owed }: { balance: number; owed: number | null }) {
  const difference = owed === null ? null : owed - balance;
  return (
    <Alert variant="outline" aria-live="polite">
      <Text size="sm">Ledger balance: {formatCents(balance)}</Text>
      {difference !== null && (
        <Text size="sm">
          {difference === 0
            ? 'The amount owed matches the ledger balance.'
            : `Difference from the amount owed: ${formatCents(difference)}`}
        </Text>
      )}
    </Alert>
  );
}
