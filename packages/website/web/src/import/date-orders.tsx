import { NativeSelect, Stack } from '@mantine/core';
import { optionsOf } from '../shared/form.tsx';
import { formatDay } from '../shared/format.ts';
import { type Columns, headingOf, headingsOf, linesBelow } from './columns.ts';
import { type DateColumn, type DateOrder, readDate } from './dates.ts';

interface DateOrdersProps<M extends string> {
  columns: Columns<M>;
  /** How the dates in each column are read, by column index. */
  dates: ReadonlyMap<number, DateColumn>;
  onChange: (columns: Columns<M>) => void;
}

/** Says how ambiguous dates are read, and asks the user if no single order fits all dates in a column. */
export function DateOrders<M extends string>({ columns, dates, onChange }: DateOrdersProps<M>) {
  const asked = [...dates].filter(([at, { order, isAmbiguous }]) => {
    return isAmbiguous || order === 'day-first' || columns.orders.has(at);
  });
  if (asked.length === 0) return null;
  return (
    <Stack gap="xs">
      {asked.map(([at, { order, isAmbiguous }]) => (
        <NativeSelect
          key={at}
          data-unanswered={order === null || undefined}
          label={`Dates in “${headingOf(headingsOf(columns), at)}”`}
          description={describe(columns, at, order, isAmbiguous)}
          maw={480}
          data={optionsOf(orderNames, order === null ? 'Choose' : undefined)}
          value={order ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...columns, orders: new Map(columns.orders).set(at, value as DateOrder) })
          }
        />
      ))}
    </Stack>
  );
}

const orderNames: Readonly<Record<DateOrder, string>> = { 'month-first': 'Month first', 'day-first': 'Day first' };

function describe(columns: Columns<string>, at: number, order: DateOrder | null, isAmbiguous: boolean): string {
  if (order === null) {
    return 'No order of day and month clearly fits all of these dates. Choose one; you will then see which dates do not match it.';
  }
  const texts = linesBelow(columns).map(({ cells }) => cells[at] ?? '');
  const isTelling = (text: string) => readDate(text, 'month-first') !== readDate(text, 'day-first');
  const example = texts.find((text) => isTelling(text) && readDate(text, order) !== null) ?? '';
  const date = readDate(example, order);
  const reading = date === null ? '' : `${example} is read as ${formatDay(date)}.`;
  return isAmbiguous ? `These dates fit either way. ${reading}` : reading;
}
