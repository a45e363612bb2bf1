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
import { formatDay } from '../../shared/dates.ts';
import { ledgerTypeNames } from '../../wording/ledger.ts';
import { ledgerEditorWords as words } from '../../wording/intake.ts';
import type { DraftEntry } from './ledger-entries.ts';
import { type ColumnKind, columnKinds, entriesOf, guessColumns, readTable } from './ledger-import.ts';
import { DialogButton } from '../../shared/dialog-button.tsx';

interface LedgerImportProps {
  /** How many lines the ledger still takes. */
  room: number;
  onAdd: (entries: readonly DraftEntry[]) => void;
}

const largestFileBytes = 2 * 2 ** 20;
const linesOfPreview = 5;

/** The dialog for lines that were copied from a spreadsheet, or are in a CSV file. */
export function LedgerImport(props: LedgerImportProps) {
  return (
    <DialogButton verb={words.import} title={words.importTitle} dialog={{ size: 'lg' }}>
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
        label={words.paste}
        description={words.pasteHelp}
        rows={6}
        value={text}
        onChange={({ currentTarget }) => read(currentTarget.value)}
        spellCheck={false}
      />
      <Group>
        <FileButton accept=".csv,.tsv,.txt,text/csv" onChange={(file) => void readFile(file)}>
          {(props) => (
            <Button variant="default" size="sm" {...props}>
              {words.file}
            </Button>
          )}
        </FileButton>
      </Group>
      {isTooBig && <Alert color="red" variant="outline" role="alert" title={words.tooBig} />}
      {columns.length > 0 && (
        <fieldset>
          <legend>{words.columns}</legend>
          <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }}>
            {columns.map((kind, at) => (
              <NativeSelect
                // A column has no identity but its place.
                key={at}
                size="xs"
                label={words.column(table.header?.[at] || String(at + 1))}
                data={columnKinds.map((value) => ({ value, label: words.kinds[value] }))}
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
          {words.unread(unread)}
        </Alert>
      )}
      {isFull && <Alert color="red" variant="outline" role="alert" title={words.tooMany} />}
      <Group justify="flex-end">
        <Button
          disabled={entries.length === 0 || isFull}
          onClick={() => {
            onAdd(entries);
            close();
          }}
        >
          {words.addLines(entries.length)}
        </Button>
      </Group>
    </Stack>
  );
}

function Preview({ entries }: { entries: readonly DraftEntry[] }) {
  return (
    <div>
      <Text size="sm" fw={500}>
        {words.preview}
      </Text>
      <Table className="breakable" aria-label={words.preview}>
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
