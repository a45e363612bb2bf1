import { Button, NativeSelect, ScrollArea, Stack, Table, Text, Textarea } from '@mantine/core';
import { IconTableImport } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { DialogButton } from '../shared/dialog.tsx';
import { counted, formatCents, formatDay } from '../shared/format.ts';
import { ledgerTypeNames } from '../shared/ledger.tsx';
import { Banner, Section } from '../shared/parts.tsx';
import { useIsNarrow } from '../shared/use-is-narrow.ts';
import { readAmount } from './amount.ts';
import { balancesOf, differenceText, hasBalances, isMatch } from './balance.ts';
import { columnsOf, linesBelow, remember, sheetOf } from './columns.ts';
import { sheetOfText } from './csv.ts';
import { Direction } from './direction.tsx';
import classes from './import.module.css';
import { ledgerHeadings, ledgerMeanings } from './headings.ts';
import { LedgerBalance, narrow } from './ledger-balance.tsx';
import { goToQuestion } from './go-to-question.ts';
import { type LedgerState, referencesIn } from './ledger-state.ts';
import { LinesLeftOut } from './lines-left-out.tsx';
import { HiddenRows, MatchColumns } from './match-columns.tsx';
import { openQuestions } from './open-questions.ts';
import { messageOf } from '../wording/refusals.ts';
import { SentFiles } from './sent-files.tsx';
import type { Entry } from './settle.ts';
import { keyOf, type Sheet } from './table.ts';
import { SheetSelect, TableInput } from './table-input.tsx';
import { TemplateLinks } from './template-links.tsx';
import { useLedgerView } from './use-ledger-view.ts';

/** The maximum number of entries in a ledger. */
export const mostEntries = 1000;
const longestText = 2 * 2 ** 20;

interface LedgerImportProps {
  /** How many more entries the ledger has room for. */
  room: number;
  onAdd: (entries: readonly Entry[]) => void;
}

type Source = 'file' | 'inbox' | 'paste';

/**
 * A button with a dialog that imports the ledger of one case, from pasted text or a file. The URL of the page can
 * contain the id of the file.
 */
export function LedgerImport(props: LedgerImportProps) {
  const { file } = useSearch({ strict: false });
  const navigate = useNavigate();
  const isPhone = useIsNarrow('47.99rem');
  return (
    <DialogButton
      verb="Paste or import"
      title="Import a ledger"
      button={{ leftSection: <IconTableImport size={16} aria-hidden /> }}
      dialog={{ size: '56rem', fullScreen: isPhone }}
      isOpened={file !== undefined}
      // Otherwise a reload would open the dialog again.
      onClose={() => file !== undefined && void navigate({ to: '.', search: { step: 'ledger' }, replace: true })}
    >
      {(close) => <ImportForm {...props} file={file} close={close} />}
    </DialogButton>
  );
}

type ImportFormProps = LedgerImportProps & { file: string | undefined; close: () => void };

function ImportForm({ room, onAdd, file, close }: ImportFormProps) {
  const [text, setText] = useState('');
  const [sheets, setSheets] = useState<readonly Sheet[]>([]);
  const [state, setState] = useState<LedgerState | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [source, setSource] = useState<Source>('paste');
  const show = (sheet: Sheet | null) => {
    setFault(null);
    const isShown = sheet !== null && sheet.lines.length > 0;
    setState(isShown ? { columns: columnsOf(sheet, ledgerHeadings), answers: new Map() } : null);
  };
  /**
   * How often each source's input was reset because the user turned to another source. The count is the input's key: a
   * new key resets an input that is still reading or shows an old choice.
   */
  const [resets, setResets] = useState({ file: 0, inbox: 0 });
  const begin = (next: Source) => {
    show(null);
    setSource(next);
    if (next !== 'paste') setText('');
    setSheets([]);
    setResets((before) => ({
      file: before.file + (next === 'file' ? 0 : 1),
      inbox: before.inbox + (next === 'inbox' ? 0 : 1),
    }));
  };
  const readPaste = (value: string) => {
    try {
      show(sheetOfText('', value));
    } catch (error) {
      show(null);
      setFault(messageOf(error));
    }
  };
  const onRead = (found: readonly Sheet[]) => {
    setSheets(found);
    show(sheetOf(found, ledgerHeadings) ?? found[0] ?? null);
  };
  /** Returns whether to offer a source. Once lines are read, only the source that they came from is offered. */
  const has = (one: Source) => state === null || source === one;
  return (
    <Stack gap="xl">
      <Stack>
        {state === null && (
          <Text size="sm">
            Ledgers are read from CSV, Excel, or pasted text. A PDF can be added to the case as evidence, but is not
            read.
          </Text>
        )}
        {has('paste') && (
          <Textarea
            label="Paste the lines from a spreadsheet here"
            description="With or without headings. Tabs, commas, and semicolons all work."
            rows={4}
            value={text}
            onChange={({ currentTarget: { value } }) => {
              begin('paste');
              setText(value);
              if (value.length > longestText) setFault('This is more than 2 MB of text.');
              else readPaste(value);
            }}
            spellCheck={false}
          />
        )}
        {has('file') && (
          <TableInput
            key={`file ${resets.file}`}
            label="Or choose a file"
            found={state ? counted(linesBelow(state.columns).length, 'row') : undefined}
            onReading={(isReading) => isReading && begin('file')}
            onRead={onRead}
          />
        )}
        {has('inbox') && (
          <SentFiles
            key={`inbox ${resets.inbox}`}
            first={file}
            onReading={(isReading) => isReading && begin('inbox')}
            onRead={onRead}
          />
        )}
        {state === null && <TemplateLinks only="ledger" />}
        <SheetSelect label="Sheet" sheets={sheets} chosen={state?.columns.sheet ?? null} onChoose={show} />
        {fault !== null && <Banner tone="bad" role="alert" title={fault} />}
      </Stack>
      {state && (
        <LedgerLines
          key={keyOf(state.columns.sheet)}
          state={state}
          room={room}
          onChange={setState}
          onAdd={(entries) => {
            remember(state.columns);
            onAdd(entries);
            close();
          }}
          onCancel={close}
        />
      )}
    </Stack>
  );
}

interface LedgerLinesProps {
  state: LedgerState;
  room: number;
  onChange: (state: LedgerState) => void;
  onAdd: (entries: readonly Entry[]) => void;
  onCancel: () => void;
}

function LedgerLines({ state, room, onChange, onAdd, onCancel }: LedgerLinesProps) {
  const [reference, setReference] = useState<string | null>(null);
  const [books, setBooks] = useState('');
  /** Whether the user tried to continue before answering all questions. */
  const [isAsked, setAsked] = useState(false);
  /** The balance that the user accepted although it differs. If the figures change, the form asks again. */
  const [accepted, setAccepted] = useState<unknown>(null);
  const references = useMemo(() => referencesIn(state.columns), [state.columns]);
  const view = useLedgerView(state, reference);
  const ofBooks = useMemo(() => new Map([['', readAmount(books)]]), [books]);
  const [balance] = useMemo(() => (view ? balancesOf(view.ledger, view.settled, ofBooks) : []), [view, ofBooks]);
  if (!view || !balance) return null;
  const { ledger, settled, open } = view;
  const { entries } = settled;
  const isAccepted = accepted === balance;
  const left = [
    ...open,
    ...openQuestions([
      [open.length === 0 && entries.length === 0, 'There are no lines to add.'],
      [entries.length > room, 'The ledger has no room for all of these lines. Leave some out.'],
    ]),
  ];
  const isCompared = isMatch(balance) || isAccepted;
  const isReady = left.length === 0 && isCompared;
  const difference = balance.expected === null ? 'The balance has not been compared yet.' : differenceText(balance);
  const result =
    left.length > 0
      ? left.join(' ')
      : `The total is ${formatCents(balance.ofLines)}. ${isMatch(balance) ? 'It matches the balance.' : difference}`;
  const onColumns = (columns: LedgerState['columns']) => onChange({ ...state, columns });
  return (
    <>
      <MatchColumns
        title="Columns"
        columns={state.columns}
        names={ledgerMeanings}
        known={ledgerHeadings}
        dates={ledger.dates}
        onChange={onColumns}
      />
      <Direction state={state} ledger={ledger} books={ofBooks} onChange={onChange} />
      <Section title="Lines">
        <HiddenRows columns={state.columns} onChange={onColumns} />
        {references.size > 1 && (
          <NativeSelect
            mt="sm"
            label="Which case do these lines belong to?"
            description={`The file has lines for ${references.size} references. Only the lines of the one you choose are read.`}
            styles={narrow}
            data={[
              { value: '', label: 'Choose the reference' },
              ...[...references].map(([value, label]) => ({ value, label })),
            ]}
            value={reference ?? ''}
            onChange={({ currentTarget: { value } }) => setReference(value === '' ? null : value)}
          />
        )}
        <LinesLeftOut settled={settled} />
        {entries.length > 0 && entries.length <= mostEntries && (
          <EntryTable entries={entries} total={balance.ofLines} />
        )}
      </Section>
      {ledger.groups.length > 0 && (
        <LedgerBalance
          balance={balance}
          isStated={settled.isStated}
          isFromFile={hasBalances(ledger)}
          {...{ books, onBooks: setBooks, isAccepted }}
          onAccept={(isYes) => setAccepted(isYes ? balance : null)}
        />
      )}
      {entries.length > room && (
        <Banner tone="bad" role="alert" title="A ledger has at most 1,000 lines.">
          This file has {counted(entries.length, 'line')}; the ledger has room for {room.toLocaleString('en-US')}.
        </Banner>
      )}
      <div className={classes['dialogFoot']} data-open={left.length > 0 ? isAsked : !isCompared}>
        <p role="status">{result}</p>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          variant={isReady ? 'filled' : 'default'}
          onClick={() => {
            if (isReady) return onAdd(entries);
            setAsked(true);
            goToQuestion();
          }}
        >
          Add {counted(entries.length, 'line')}
          {isAccepted && ' anyway'}
        </Button>
      </div>
    </>
  );
}

const viewportProps = { tabIndex: 0, role: 'region', 'aria-label': 'Lines that were read' };

/** Shows the lines as they will be in the ledger. `total` is their sum in cents. */
function EntryTable({ entries, total }: { entries: readonly Entry[]; total: number }) {
  const hasMemos = entries.some(({ memo }) => memo !== '');
  return (
    <ScrollArea.Autosize mah={300} viewportProps={viewportProps}>
      <Table aria-label="Lines that were read" verticalSpacing={4} className={`${classes['entries']} breakable`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Row</Table.Th>
            <Table.Th>Date</Table.Th>
            <Table.Th>Type</Table.Th>
            {hasMemos && <Table.Th>Memo</Table.Th>}
            <Table.Th ta="right">Amount</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map(({ line, date, type, memo, amountCents }, at) => (
            <Table.Tr key={at}>
              <Table.Td>{line.row}</Table.Td>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDay(date)}</Table.Td>
              <Table.Td>{ledgerTypeNames[type]}</Table.Td>
              {hasMemos && <Table.Td data-memo>{memo}</Table.Td>}
              <Table.Td className="amount">{formatCents(type === 'payment' ? -amountCents : amountCents)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Td colSpan={hasMemos ? 4 : 3}>Total</Table.Td>
            <Table.Td className="amount">{formatCents(total)}</Table.Td>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </ScrollArea.Autosize>
  );
}
