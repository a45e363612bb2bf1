import { Anchor, Table, Text } from '@mantine/core';
import { lazy, memo, Suspense, useCallback, useState } from 'react';
import { formatDay } from '../../shared/format.ts';
import type { Mark } from '../../shared/table.ts';
import type { DraftEntry } from './ledger-entries.ts';
import type { Imported, Table as FileTable } from './ledger-import.ts';

const PdfPages = lazy(async () => ({ default: (await import('../../document/pdf-pages.tsx')).PdfPages }));
const ignore = () => {};

interface ReadLinesProps {
  table: FileTable;
  imported: Imported;
  /** The places of the entries that somebody said yes to. */
  chosen: ReadonlySet<number>;
  onChoose: (change: (before: ReadonlySet<number>) => ReadonlySet<number>) => void;
}

/** What a row of a file says, as it is written there. */
export function writtenIn({ rows }: FileTable, row: number): string {
  return rows[row]?.filter((cell) => cell !== '').join(' · ') ?? '';
}

const viewportProps = { tabIndex: 0, role: 'region', 'aria-label': 'Lines that were read' };

/** Every line that was read, beside where it came from. None is added before somebody has said yes to it. */
export function ReadLines({ table, imported: { entries, sources }, chosen, onChoose }: ReadLinesProps) {
  const toggle = useCallback(
    (at: number) =>
      onChoose((before) => {
        const after = new Set(before);
        if (!after.delete(at)) after.add(at);
        return after;
      }),
    [onChoose],
  );
  const isAll = chosen.size === entries.length;
  const [mark, setMark] = useState<Mark>();
  return (
    <div>
      <Text size="sm">Compare each line with the file, and choose those that are right.</Text>
      <Table.ScrollContainer minWidth={560} mah={360} scrollAreaProps={{ viewportProps }}>
        <Table aria-label="Lines that were read" verticalSpacing={4} className="breakable">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>
                <input
                  type="checkbox"
                  aria-label="Choose all lines"
                  checked={isAll}
                  onChange={() => onChoose(() => new Set(isAll ? [] : entries.keys()))}
                />
              </Table.Th>
              <Table.Th>In the file</Table.Th>
              <Table.Th>Date</Table.Th>
              <Table.Th>Type</Table.Th>
              <Table.Th ta="right">Amount</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.map((entry, at) => (
              <Line
                key={entry.key}
                at={at}
                entry={entry}
                place={table.places?.[sources[at] ?? 0] ?? ''}
                mark={table.marks?.[sources[at] ?? 0]}
                onLook={setMark}
                written={writtenIn(table, sources[at] ?? 0)}
                isChosen={chosen.has(at)}
                toggle={toggle}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {table.pdf && mark && (
        <Suspense>
          <div className="place-in-file">
            <PdfPages bytes={table.pdf} mark={mark} onShown={ignore} />
          </div>
        </Suspense>
      )}
    </div>
  );
}

interface LineProps {
  at: number;
  entry: DraftEntry;
  place: string;
  /** Where it is on its page, if it is in a PDF. */
  mark: Mark | undefined;
  onLook: (mark: Mark) => void;
  written: string;
  isChosen: boolean;
  toggle: (at: number) => void;
}

const Line = memo(function Line(props: LineProps) {
  const { at, entry, place, mark, onLook, written, isChosen, toggle } = props;
  const { date, type, amount } = entry;
  return (
    <Table.Tr>
      <Table.Td>
        <input type="checkbox" aria-label={`Line ${at + 1}`} checked={isChosen} onChange={() => toggle(at)} />
      </Table.Td>
      <Table.Td>
        {mark ? (
          <Anchor component="button" type="button" size="xs" display="block" onClick={() => onLook(mark)}>
            {place}
          </Anchor>
        ) : (
          <Text size="xs" c="dimmed">
            {place}
          </Text>
        )}
        <Text size="xs" component="q">
          {written}
        </Text>
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDay(date)}</Table.Td>
      <Table.Td>{type === 'charge' ? 'Charge' : 'Payment'}</Table.Td>
      <Table.Td ta="right">{amount}</Table.Td>
    </Table.Tr>
  );
});
