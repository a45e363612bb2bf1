import { Group, NativeSelect, Radio } from '@mantine/core';
import { optionsOf } from '../shared/form.tsx';
import { counted } from '../shared/format.ts';
import { Note, Section } from '../shared/parts.tsx';
import { ColumnTable } from './column-table.tsx';
import {
  type Columns,
  columnsOf,
  headingsOf,
  hiddenIn,
  linesBelow,
  titlesOf,
  unusedIn,
  withMeaning,
} from './columns.ts';
import { DateOrders } from './date-orders.tsx';
import type { DateColumn } from './dates.ts';
import classes from './import.module.css';
import { readCell } from './read-cell.ts';
import { type Line, writtenIn } from './table.ts';

interface MatchColumnsProps<M extends string> {
  title: string;
  columns: Columns<M>;
  /** The names of the meanings, as shown to users. `known` contains the headings that suggest each meaning. */
  names: Readonly<Record<M, string>>;
  known: Readonly<Partial<Record<M, string>>>;
  /** How the dates in each column are read, by column index. */
  dates: ReadonlyMap<number, DateColumn>;
  /** The number of cells in each column that the user has to fix. */
  faults?: readonly number[];
  /** The reason for each row that is left out, by row number. */
  leftOut?: ReadonlyMap<number, string>;
  onChange: (columns: Columns<M>) => void;
  children?: React.ReactNode;
}

const linesOfPreview = 4;
const mostTitles = 20;

/**
 * Shows a table's first lines, and above each column its meaning. Known headings suggest it, and the user can change
 * it.
 */
export function MatchColumns<M extends string>(props: MatchColumnsProps<M>) {
  const { title, columns, names, known, dates, faults = [], leftOut, onChange, children } = props;
  const { meanings } = columns;
  const lines = linesBelow(columns);
  const headings = headingsOf(columns);
  const unused = unusedIn(columns);
  const titles = titlesOf(columns);
  const read = (at: number, text: string) => readCell(meanings[at] ?? '', text, dates.get(at)?.order ?? null);
  const matched = meanings.filter((meaning) => meaning !== '').length;
  return (
    <Section title={title} beside={<Note>{`${matched} of ${counted(meanings.length, 'column')} matched`}</Note>}>
      <ColumnTable
        name={`${title}: the first lines`}
        headings={headings}
        lines={lines.slice(0, linesOfPreview)}
        leftOut={({ row }) => leftOut?.get(row)}
        read={read}
        faults={faults}
        meanings={meanings}
        options={optionsOf(names, 'Not used')}
        onMeaning={(at, meaning) => onChange(withMeaning(columns, at, meaning))}
      />
      <div className={classes['caption']}>
        <p className="breakable">
          {lines.length > linesOfPreview && `First ${linesOfPreview} of ${counted(lines.length, 'row')}. `}
          {titles.length > 0 && `The rows above the headings are not read: ${titles.map(writtenIn).join('; ')}. `}
          {unused.length > 0 && <span role="status">Not used: {unused.join(', ')}</span>}
        </p>
        <HeadingSelect columns={columns} onChoose={(at) => onChange(columnsOf(columns.sheet, known, at))} />
      </div>
      <DateOrders columns={columns} dates={dates} onChange={onChange} />
      {children}
    </Section>
  );
}

function HeadingSelect<M extends string>({
  columns,
  onChoose,
}: {
  columns: Columns<M>;
  onChoose: (at: number) => void;
}) {
  const first = columns.sheet.lines.slice(0, mostTitles);
  const label = (line: Line) => `Row ${line.row}: ${writtenIn(line).slice(0, 80)}`;
  return (
    <NativeSelect
      size="xs"
      label="Row with the headings"
      classNames={{ root: classes['headingAt'] }}
      data={[
        { value: '-1', label: 'The table has no headings' },
        ...first.map((line, at) => ({ value: `${at}`, label: label(line) })),
      ]}
      value={`${columns.headingAt}`}
      onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
    />
  );
}

/** Asks whether to also read the rows that are hidden in the file. Renders nothing if there are none. */
export function HiddenRows<M extends string>({
  columns,
  onChange,
}: Pick<MatchColumnsProps<M>, 'columns' | 'onChange'>) {
  const hidden = hiddenIn(columns);
  if (hidden === 0) return null;
  const [subject, object] = hidden === 1 ? ['It was', 'it'] : ['They were', 'them'];
  const value = columns.readsHidden === null ? null : columns.readsHidden ? 'read' : 'leave out';
  return (
    <Radio.Group
      label={hidden === 1 ? 'One row is hidden in the file' : `${hidden} rows are hidden in the file`}
      description={`${subject} hidden by a filter or by hand.`}
      value={value}
      data-unanswered={value === null || undefined}
      onChange={(answer) => onChange({ ...columns, readsHidden: answer === 'read' })}
    >
      <Group mt="xs">
        <Radio value="read" label={`Read ${object} too`} />
        <Radio value="leave out" label={`Leave ${object} out`} />
      </Group>
    </Radio.Group>
  );
}
