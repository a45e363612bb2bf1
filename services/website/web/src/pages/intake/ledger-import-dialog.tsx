import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMemo, useState } from 'react';
import { ColumnTable } from '../../shared/column-table.tsx';
import { DialogButton } from '../../shared/dialog.tsx';
import { formatCents } from '../../shared/format.ts';
import {
  bestSheet,
  type ColumnKind,
  columnKinds,
  columnsNamed,
  guessColumns,
  unusedColumns,
} from '../../shared/ledger-columns.ts';
import { type Sheet, sheetOfText, textOfRows } from '../../shared/table.ts';
import { ledgerTypes } from '../../shared/table-file.ts';
import { SheetSelect, TableInput } from '../../shared/table-input.tsx';
import type { DraftEntry } from './ledger-entries.ts';
import { entriesOf, mostEntries, readTable, type Table } from './ledger-import.ts';
import { ReadLines, writtenIn } from './ledger-lines.tsx';
import { SentFiles } from './sent-files.tsx';

interface LedgerImportProps {
  /** How many lines the ledger still takes. */
  room: number;
  onAdd: (entries: readonly DraftEntry[]) => void;
}

const columnNames: Readonly<Record<ColumnKind, string>> = {
  date: 'Date',
  amount: 'Amount (payments negative)',
  charge: 'Charge',
  payment: 'Payment',
  balance: 'Balance after it',
  type: 'Charge or payment',
  memo: 'Memo',
  ignore: 'Not used',
};
const longestText = 2 * 2 ** 20;
const mostColumns = 100;
const linesOfPreview = 5;

/** The dialog for lines that were copied from a spreadsheet, or are in a file. */
export function LedgerImport(props: LedgerImportProps) {
  return (
    <DialogButton verb="Paste or import" title="Import a ledger" dialog={{ size: 'lg' }}>
      {(close) => <ImportForm {...props} close={close} />}
    </DialogButton>
  );
}

const noRows: Sheet = { name: '', rows: [] };

function ImportForm({ room, onAdd, close }: LedgerImportProps & { close: () => void }) {
  const [text, setText] = useState('');
  const [source, setSource] = useState(noRows);
  const [sheets, setSheets] = useState<readonly Sheet[]>([]);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [columns, setColumns] = useState<ColumnKind[]>([]);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [fault, setFault] = useState<string | null>(null);
  const table = useMemo(() => readTable(source), [source]);
  const imported = useMemo(() => entriesOf(table, columns), [table, columns]);
  const takeAs = (kinds: ColumnKind[]) => {
    setColumns(kinds);
    setChosen(new Set()); // a yes was to the lines as they were
  };
  const read = (next: string, of: Sheet = sheetOfText('', next)) => {
    const found = faultOf(next, of);
    setFault(found);
    if (found !== null) return;
    setText(next);
    setSource(of);
    takeAs(guessColumns(readTable(of)));
  };
  const show = (one: Sheet | null) => {
    setSheet(one);
    if (one) read(textOfRows(one.rows), one);
  };
  const onRead = (found: readonly Sheet[]) => {
    setSheets(found);
    show(bestSheet(found, columnsNamed) ?? found[0] ?? null);
  };
  const { entries, unread, balance } = imported;
  const isFull = chosen.size > room;
  return (
    <Stack>
      <Textarea
        label="Paste the lines from a spreadsheet here"
        description="With or without a header row. Tabs, commas and semicolons all work."
        rows={6}
        value={text}
        onChange={({ currentTarget }) => read(currentTarget.value)}
        spellCheck={false}
      />
      <TableInput
        label="Or choose a file"
        placeholder="Choose an XLSX, CSV or PDF file"
        accept={ledgerTypes}
        onRead={onRead}
      />
      <SentFiles onRead={onRead} />
      <SheetSelect label="Sheet" sheets={sheets} chosen={sheet} onChoose={show} />
      {fault !== null && <Alert color="red" variant="outline" role="alert" title={fault} />}
      {columns.length > 0 && (
        <Preview table={table} columns={columns} onColumn={(at, kind) => takeAs(withColumn(columns, at, kind))} />
      )}
      <Unused names={unusedColumns(table, columns)} />
      {balance && <BalanceCheck {...balance} />}
      {unread.length > 0 && <LeftOut table={table} unread={unread} />}
      {entries.length > mostEntries && <TooMany count={entries.length} />}
      {entries.length > 0 && entries.length <= mostEntries && (
        <ReadLines table={table} imported={imported} chosen={chosen} onChoose={setChosen} />
      )}
      {isFull && <Alert color="red" variant="outline" role="alert" title="A ledger has at most 1,000 lines." />}
      <Group justify="flex-end">
        <Button
          disabled={chosen.size === 0 || isFull}
          onClick={() => {
            onAdd(entries.filter((_, at) => chosen.has(at)));
            close();
          }}
        >
          {chosen.size === 1 ? 'Add 1 line' : `Add ${chosen.size} lines`}
        </Button>
      </Group>
    </Stack>
  );
}

/** Charges and payments can be in several columns; anything else is in one. */
function withColumn(columns: readonly ColumnKind[], at: number, kind: ColumnKind): ColumnKind[] {
  const isOne = kind !== 'charge' && kind !== 'payment';
  return columns.map((one, index) => {
    if (index === at) return kind;
    return isOne && one === kind ? 'ignore' : one;
  });
}

/** Columns that may belong to the ledger: whether they do, a person says. */
function Unused({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Alert color="yellow" variant="outline" role="status" title={`Not used: ${names.join(', ')}`} className="breakable">
      There are dates or amounts in these columns. Choose what they contain if they belong to this ledger.
    </Alert>
  );
}

/** Why a table is not even shown; null if it is. */
function faultOf(text: string, { rows }: Sheet): string | null {
  if (text.length > longestText) return 'This is more than 2 MB of text.';
  return rows.some((row) => row.length > mostColumns) ? `This has more than ${mostColumns} columns.` : null;
}

/** Instead of the lines, each of which somebody would have to compare with the file. */
function TooMany({ count }: { count: number }) {
  const title = `These are ${count.toLocaleString('en-US')} lines, and a ledger has at most ${mostEntries.toLocaleString('en-US')}.`;
  return (
    <Alert color="red" variant="outline" role="alert" title={title}>
      Paste the lines of this case alone, or choose a file that has no others.
    </Alert>
  );
}

interface PreviewProps {
  table: Table;
  columns: readonly ColumnKind[];
  onColumn: (at: number, kind: ColumnKind) => void;
}

/** The first lines as they were pasted, under what each column is taken for. */
function Preview({ table, columns, onColumn }: PreviewProps) {
  return (
    <div role="group" aria-label="What each column contains">
      <Text size="sm" fw={500}>
        What each column contains
      </Text>
      <ColumnTable
        name="The first lines"
        header={table.header}
        rows={table.rows.slice(0, linesOfPreview)}
        columns={columns}
        options={columnKinds.map((value) => ({ value, label: columnNames[value] }))}
        unused="ignore"
        columnWidth={130}
        onColumn={onColumn}
      />
    </div>
  );
}

/** Whether the lines that were read give the balance that the file has. */
function BalanceCheck({ ofFile, ofLines }: { ofFile: number; ofLines: number }) {
  if (ofFile === ofLines) {
    return (
      <Alert color="green" variant="outline" role="status" title="The balance matches">
        These lines add up to {formatCents(ofFile)}, the last balance of the file.
      </Alert>
    );
  }
  return (
    <Alert color="red" variant="outline" role="alert" title="The balance does not match">
      The last balance of the file is {formatCents(ofFile)}, and these lines add up to {formatCents(ofLines)}. Check
      what each column contains, and whether the file begins with a balance from before.
    </Alert>
  );
}

const mostShown = 10;

function LeftOut({ table, unread }: { table: Table; unread: readonly number[] }) {
  const title = unread.length === 1 ? '1 line is left out' : `${unread.length} lines are left out`;
  return (
    <Alert color="red" variant="outline" role="alert" title={title} className="breakable">
      <Text size="sm">
        They have no date or amount that can be read, or their date is more than a year ahead, or it is not certain
        whether they are charges or payments:
      </Text>
      {unread.slice(0, mostShown).map((line) => (
        <Text key={line} size="sm">
          {table.places?.[line - 1]}: {writtenIn(table, line - 1)}
        </Text>
      ))}
      {unread.length > mostShown && <Text size="sm">… and {unread.length - mostShown} more.</Text>}
    </Alert>
  );
}
