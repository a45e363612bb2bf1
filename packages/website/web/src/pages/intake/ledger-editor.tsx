import { Alert, Anchor, Button, CloseButton, Group, Stack, TextInput } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { LedgerImport, mostEntries } from '../../import/ledger-dialog.tsx';
import { confirm } from '../../shared/confirm.tsx';
import { counted, formatCents, parseCents } from '../../shared/format.ts';
import { LedgerPages, ledgerTypeNames } from '../../shared/ledger.tsx';
import { Banner, SmallButton } from '../../shared/parts.tsx';
import { lineWarnings, type Results } from './checks.ts';
import { balancesOf, type DraftEntry, draftEntry, draftOf, ledgerOf } from './ledger-entries.ts';
import classes from './ledger.module.css';
import { amountText, type StepProps } from './values.ts';

interface LedgerStepProps extends StepProps, LedgerEditorProps {}

/** Edits the ledger, and compares its balance with the amount owed while the user types. */
export function LedgerStep({ form, field, ...ledger }: LedgerStepProps) {
  const { entries } = ledger;
  return (
    <Stack>
      <LedgerEditor {...ledger} />
      <TextInput
        label="Amount owed"
        description="This is what the notice demands, usually the ledger balance."
        inputMode="decimal"
        leftSection="$"
        mt="xs"
        classNames={{ root: classes['owed'], wrapper: classes['owedInput'], input: classes['owedAmount'] }}
        {...field('amountOwedCents')}
      />
      <div aria-live="polite">
        <Difference
          entries={entries}
          owed={parseCents(form.values.amountOwedCents)}
          onTake={(cents) => form.setFieldValue('amountOwedCents', amountText(cents))}
        />
      </div>
    </Stack>
  );
}

interface DifferenceProps {
  entries: readonly DraftEntry[];
  owed: number | null;
  /** Sets the amount owed to this many cents. */
  onTake: (cents: number) => void;
}

/** Shows the difference between the amount owed and the ledger's balance, and the line that explains it. */
function Difference({ entries, owed, onTake }: DifferenceProps) {
  const balance = balancesOf(entries).at(-1) ?? 0;
  if (owed === null && balance <= 0) return null;
  if (owed === balance) {
    return (
      <p className={classes['match']}>
        <IconCircleCheck size={16} color="var(--good)" aria-hidden />
        Matches the ledger balance.
      </p>
    );
  }
  const difference = owed === null ? null : owed - balance;
  const lines = entries.flatMap(({ type, amount }, index) =>
    type === 'charge' && difference !== null && parseCents(amount) === -difference ? [index + 1] : [],
  );
  return (
    <Banner
      tone={difference === null ? 'active' : difference > 0 ? 'bad' : 'warning'}
      title={
        difference === null
          ? `The ledger balance is ${formatCents(balance)}.`
          : `${formatCents(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} than the ledger balance.`
      }
      action={balance > 0 && <SmallButton onClick={() => onTake(balance)}>Use {formatCents(balance)}</SmallButton>}
    >
      {lines.length === 1 && `Line ${lines[0]} has exactly this amount.`}
    </Banner>
  );
}

const faultTexts = { date: 'Needs a date.', amount: 'Must be an amount, such as 1,400.00.' };
const rowsPerPage = 25;

interface LedgerEditorProps {
  entries: readonly DraftEntry[];
  onEntries: (change: (before: readonly DraftEntry[]) => readonly DraftEntry[]) => void;
  /** Why the service refused lines, by their index. */
  refused: ReadonlyMap<number, string>;
  /** The results of the checks. Null until the case is checked. */
  results: Results | null;
}

/** The lines of a ledger, 25 per page. Typing in one line doesn't render the others. */
function LedgerEditor({ entries, onEntries, refused, results }: LedgerEditorProps) {
  const [page, setPage] = useState(1);
  const [wanted, setWanted] = useState<number | null>(null);
  const pages = Math.max(1, Math.ceil(entries.length / rowsPerPage));
  const shown = Math.min(page, pages);
  const first = (shown - 1) * rowsPerPage;
  const balances = balancesOf(entries);
  const { faults } = ledgerOf(entries);
  const warnings = useWarnings(results, entries);
  const change = useCallback(
    (key: number, part: Partial<DraftEntry>) =>
      onEntries((before) => before.map((entry) => (entry.key === key ? { ...entry, ...part } : entry))),
    [onEntries],
  );
  const remove = useCallback(
    (key: number) => onEntries((before) => before.filter((entry) => entry.key !== key)),
    [onEntries],
  );
  const add = (added: readonly DraftEntry[]) => {
    onEntries((before) => [...before, ...added].slice(0, mostEntries));
    setPage(Math.ceil((entries.length + added.length) / rowsPerPage));
  };
  const addLine = () => {
    add([draftEntry()]);
    setWanted(entries.length);
  };
  const clear = async () => {
    if (
      await confirm({
        title: 'Remove all lines?',
        meaning: 'All lines are removed from this form. What was saved stays until you save again.',
        verb: 'Remove all lines',
        isDangerous: true,
      })
    ) {
      onEntries(() => []);
    }
  };
  useEffect(() => {
    if (wanted === null) return;
    document.querySelector<HTMLElement>(`[data-path="ledger.${wanted}"]`)?.focus();
    setWanted(null);
  }, [wanted]);
  const goTo = (index: number) => {
    setPage(Math.floor(index / rowsPerPage) + 1);
    setWanted(index);
  };
  /** Enter moves to the next line, and adds a line after the last one. It doesn't save the step. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = (event.target as HTMLElement).closest('tr');
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || !row) return;
    event.preventDefault();
    const index = Number(row.dataset['line']);
    if (index + 1 < entries.length) goTo(index + 1);
    else if (entries.length < mostEntries) addLine();
  };
  const faulty = [...faults.keys(), ...refused.keys()].map((index) => index + 1).sort((a, b) => a - b);
  const isFull = entries.length >= mostEntries;
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <LedgerImport room={mostEntries - entries.length} onAdd={(read) => add(read.map(draftOf))} />
        {!isFull && (
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={addLine}>
            Add line
          </Button>
        )}
        {entries.length > 0 && (
          <Button variant="subtle" ml="auto" onClick={() => void clear()}>
            Remove all
          </Button>
        )}
      </Group>
      {faulty.length > 0 && (
        <Alert color="red">
          The ledger cannot be saved yet. Look at {faulty.length === 1 ? 'line' : 'lines'}{' '}
          {faulty.slice(0, 10).join(', ')}.{' '}
          <Anchor component="button" type="button" size="sm" onClick={() => goTo((faulty[0] ?? 1) - 1)}>
            Go to line {faulty[0] ?? 1}
          </Anchor>
        </Alert>
      )}
      {/* Focusable, so the keyboard can scroll it, and so a fault of the whole ledger can move the focus here. */}
      <div className={classes['scroll']} tabIndex={0} role="region" aria-label="Ledger" data-path="ledger">
        <table className={classes['grid']} aria-label="Ledger" onKeyDown={onKeyDown}>
          <thead>
            <tr>
              <th className={classes['number']}>#</th>
              <th className={classes['date']}>Date</th>
              <th className={classes['type']}>Type</th>
              <th className={classes['memo']}>Memo</th>
              <th className={classes['amount']}>Amount</th>
              <th className={classes['balance']}>Balance</th>
              <td className={classes['remove']} />
            </tr>
          </thead>
          <tbody>
            {entries.slice(first, first + rowsPerPage).map((entry, index) => (
              <LedgerRow
                key={entry.key}
                entry={entry}
                number={first + index + 1}
                balance={balances[first + index] ?? 0}
                fault={refused.get(first + index) ?? faultText(faults.get(first + index))}
                warning={warnings.get(entry.key)}
                change={change}
                remove={remove}
              />
            ))}
            {entries.length === 0 && (
              <tr className={classes['none']}>
                <td colSpan={7}>No lines yet. Paste them from a spreadsheet, or add the first.</td>
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={5}>
                {counted(entries.length, 'line')}
                {isFull && ', the most a ledger can have'}
              </td>
              <td className={classes['balance']}>{formatCents(balances.at(-1) ?? 0)}</td>
              <td />
            </tr>
          </tfoot>
        </table>
      </div>
      <LedgerPages pages={pages} page={shown} onPage={setPage} />
    </Stack>
  );
}

/** Returns the warnings about lines by the lines' keys, because their indexes can change before the next check. */
function useWarnings(results: Results | null, entries: readonly DraftEntry[]): ReadonlyMap<number, string> {
  const checked = useRef(entries);
  checked.current = entries;
  return useMemo(() => {
    const { places } = ledgerOf(checked.current);
    const named = results === null ? [] : [...lineWarnings(results)];
    return new Map(
      named.flatMap(([place, text]) => {
        const entry = checked.current[places[place] ?? -1];
        return entry ? [[entry.key, text] as const] : [];
      }),
    );
  }, [results]);
}

function faultText(fault: 'date' | 'amount' | undefined): string | undefined {
  return fault && faultTexts[fault];
}

interface LedgerRowProps {
  entry: DraftEntry;
  number: number;
  balance: number;
  /** Why the line can't be saved. */
  fault: string | undefined;
  /** What the checks warn about in this line. */
  warning: string | undefined;
  change: (key: number, part: Partial<DraftEntry>) => void;
  remove: (key: number) => void;
}

/** One line of the ledger, with its error or warning in the row under it. */
const LedgerRow = memo(function LedgerRow({
  entry: { key, date, type, amount, memo: text },
  number,
  balance,
  fault,
  warning,
  change,
  remove,
}: LedgerRowProps) {
  const label = (name: string) => `Line ${number}: ${name}`;
  const note = fault ?? warning;
  const noteId = `ledger-note-${key}`;
  const described = note === undefined ? {} : { 'aria-describedby': noteId };
  const tone = fault ? 'bad' : warning ? 'warn' : undefined;
  const Icon = fault ? IconAlertCircle : IconAlertTriangle;
  return (
    <>
      <tr data-line={number - 1} data-tone={tone}>
        <td className={classes['number']}>{number}</td>
        <td className={classes['date']}>
          <input
            type="date"
            className={classes['cell']}
            aria-label={label('Date')}
            aria-invalid={fault === faultTexts.date}
            data-path={`ledger.${number - 1}`}
            value={date}
            {...described}
            onChange={({ currentTarget }) => change(key, { date: currentTarget.value })}
          />
        </td>
        <td className={classes['type']}>
          <select
            className={classes['cell']}
            aria-label={label('Type')}
            value={type}
            onChange={({ currentTarget }) => change(key, { type: currentTarget.value as DraftEntry['type'] })}
          >
            {Object.entries(ledgerTypeNames).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </td>
        <td className={classes['memo']}>
          <input
            className={classes['cell']}
            maxLength={500}
            aria-label={label('Memo')}
            value={text}
            {...described}
            onChange={({ currentTarget }) => change(key, { memo: currentTarget.value })}
          />
        </td>
        <td className={classes['amount']}>
          <input
            className={classes['cell']}
            inputMode="decimal"
            aria-label={label('Amount')}
            aria-invalid={fault === faultTexts.amount}
            value={type === 'payment' && amount !== '' ? `−${amount}` : amount}
            {...described}
            onChange={({ currentTarget: { value } }) =>
              change(key, { amount: type === 'payment' ? value.replaceAll(/[-−]/gu, '') : value })
            }
          />
        </td>
        <td className={classes['balance']}>{amountText(balance)}</td>
        <td className={classes['remove']}>
          <CloseButton aria-label={`Remove line ${number}`} onClick={() => remove(key)} />
        </td>
      </tr>
      {note !== undefined && (
        <tr className={classes['note']} data-tone={tone}>
          <td />
          <td colSpan={6}>
            <span id={noteId}>
              <Icon size={14} aria-hidden />
              {note}
            </span>
          </td>
        </tr>
      )}
    </>
  );
});
