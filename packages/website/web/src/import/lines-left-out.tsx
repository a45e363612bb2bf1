import { Text } from '@mantine/core';
import { useState } from 'react';
import { counted } from '../shared/format.ts';
import { Banner, Hint, ShowMore } from '../shared/parts.tsx';
import type { SettledLedger } from './settle.ts';
import { type Line, writtenIn } from './table.ts';

const shownAtFirst = 10;

interface Item {
  line: Line;
  reason: string;
}

/** Lists every line that isn't an entry: lines that are left out, with the reason, and titles, balances and totals. */
export function LinesLeftOut({ settled: { leftOut, others } }: { settled: SettledLedger }) {
  const kinds = others.map(({ line, kind }) => ({ line, reason: `It is a ${kind}.` }));
  return (
    <>
      {leftOut.length > 0 && (
        <LeftOutList
          title={`${counted(leftOut.length, 'line')} ${leftOut.length === 1 ? 'is' : 'are'} left out`}
          items={leftOut}
        />
      )}
      {kinds.length > 0 && (
        <details>
          <summary>
            <Text size="sm" span>
              {kinds.length === 1
                ? '1 line is a title, balance or total'
                : `${counted(kinds.length, 'line')} are titles, balances or totals`}
            </Text>
          </summary>
          <Items items={kinds} />
        </details>
      )}
    </>
  );
}

/** A list of unused lines, each with the reason. */
export function LeftOutList({ title, items }: { title: string; items: readonly Item[] }) {
  return (
    <Banner tone="warning" role="alert" title={title}>
      <Items items={items} />
    </Banner>
  );
}

function Items({ items }: { items: readonly Item[] }) {
  const [shown, setShown] = useState(shownAtFirst);
  return (
    <>
      {items.slice(0, shown).map(({ line, reason }, at) => (
        <Hint key={at} c="inherit">
          Row {line.row}: {writtenIn(line)}. {reason}
        </Hint>
      ))}
      {items.length > shown && <ShowMore onClick={() => setShown(shown + 100)} />}
    </>
  );
}
