import {
  Alert,
  Button,
  FileButton,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Table,
  Text,
  Textarea,
} from '@mantine/core';
import { useState } from 'react';
import { DialogButton } from '../../shared/dialog.tsx';
import { formatDay } from '../../shared/format.ts';
import { ledgerTypeNames } from '../../shared/ledger.tsx';
import type { DraftEntry } from './ledger-entries.ts';
import { type ColumnKind, columnKinds, entriesOf, guessColumns, readTable } from './ledger-import.ts';

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
  type: 'Charge or payment',
  memo: 'Memo',
  ignore: 'Not used',
};
const largestFileBytes = 2 * 2 ** 20;
const linesOfPreview = 5;

/** The dialog for lines that were copied from a spreadsheet, or are in a CSV file. */
export function LedgerImport(props: LedgerImportProps) {
  return (
    <DialogButton verb="Paste or import" title="Import a ledger" dialog={{ size: 'lg' }}>
      {(close) => <ImportForm {...props} close={close} />}
    </DialogButton>
  );
}

function ImportForm({ room, onAdd, close }: LedgerImportProps & { close: () => void }) {
  const [text, setText] = useState('');
  const [columns, setColumns] = useState<ColumnKind[]>([]);
  const [isTooBig, setTooBig] = useState(false);
  const table = readTable(text);
  const read = (next: string) => {
    setText(next);
    setColumns(guessColumns(readTable(next)));
  };
  const readFile = async (file: File | null) => {
    if (!file) return;
    setTooBig(file.size > largestFileBytes);
    if (file.size <= largestFileBytes) read(await file.text());
  };
  const { entries, unread } = entriesOf(table, columns);
  const isFull = entries.length > room;
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
      <Group>
        <FileButton accept=".csv,.tsv,.txt,text/csv" onChange={(file) => void readFile(file)}>
          {(props) => (
            <Button variant="default" size="sm" {...props}>
              Choose a CSV file
            </Button>
          )}
        </FileButton>
      </Group>
      {isTooBig && <Alert color="red" variant="outline" role="alert" title="The file is larger than 2 MB." />}
      {columns.length > 0 && (
        <fieldset>
          <legend>What each column contains</legend>
          <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }}>
            {columns.map((kind, at) => (
              <NativeSelect
                // A column has no identity but its place.
                key={at}
                size="xs"
                label={`Column ${table.header?.[at] || String(at + 1)}`}
                data={columnKinds.map((value) => ({ value, label: columnNames[value] }))}
                value={kind}
                onChange={({ currentTarget }) =>
                  setColumns(columns.map((one, index) => (index === at ? (currentTarget.value as ColumnKind) : one)))
                }
              />
            ))}
          </SimpleGrid>
        </fieldset>
      )}
      {entries.length > 0 && <Preview entries={entries.slice(0, linesOfPreview)} />}
      {unread.length > 0 && (
        <Alert variant="outline" role="alert">
          These lines have no date or amount and are left out: {unread.slice(0, 20).join(', ')}
          {unread.length > 20 ? ' …' : ''}.
        </Alert>
      )}
      {isFull && <Alert color="red" variant="outline" role="alert" title="A ledger has at most 1,000 lines." />}
      <Group justify="flex-end">
        <Button
          disabled={entries.length === 0 || isFull}
          onClick={() => {
            onAdd(entries);
            close();
          }}
        >
          {entries.length === 1 ? 'Add 1 line' : `Add ${entries.length} lines`}
        </Button>
      </Group>
    </Stack>
  );
}

function Preview({ entries }: { entries: readonly DraftEntry[] }) {
  return (
    <div>
      <Text size="sm" fw={500}>
        The first lines
      </Text>
      <Table className="breakable" aria-label="The first lines">
        <Table.Tbody>
          {entries.map(({ key, date, type, amount, memo }) => (
            <Table.Tr key={key}>
              <Table.Td>{formatDay(date)}</Table.Td>
              <Table.Td>{ledgerTypeNames[type]}</Table.Td>
              <Table.Td ta="right">{amount}</Table.Td>
              <Table.Td>{memo}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
