import { Alert, Text } from '@mantine/core';
import { useState } from 'react';
import { counted } from '../shared/format.ts';
import { Hint, SmallButton } from '../shared/parts.tsx';
import type { SettledLedger } from './settle.ts';
import { writtenIn } from './table.ts';

const shownAtFirst = 10;
const kindNames = { heading: 'heading', title: 'title', balance: 'balance', total: 'total' } as const;

/** Every line that is no entry: what is left out, with the reason, and lines that are titles, balances and totals. */
export function LinesLeftOut({ settled: { leftOut, others } }: { settled: SettledLedger }) {
  const [shown, setShown] = useState(shownAtFirst);
  return (
    <>
      {leftOut.length > 0 && (
        <Alert
          color="red"
          variant="outline"
          role="alert"
          className="breakable"
          title={leftOut.length === 1 ? '1 line is left out' : `${counted(leftOut.length, 'line')} are left out`}
        >
          {leftOut.slice(0, shown).map(({ line, reason }, at) => (
            <Text key={at} size="sm">
              Row {line.row}: {writtenIn(line)}. {reason}
            </Text>
          ))}
          {leftOut.length > shown && <SmallButton onClick={() => setShown(shown + 100)}>Show more</SmallButton>}
        </Alert>
      )}
      {others.length > 0 && (
        <details>
          <summary>
            <Text size="sm" span>
              {counted(others.length, 'line')}{' '}
              {others.length === 1 ? 'is a title, balance or total' : 'are titles, balances and totals'}
            </Text>
          </summary>
          {others.slice(0, 100).map(({ line, kind }) => (
            <Hint key={line.row} className="breakable">
              Row {line.row}: {writtenIn(line)} ({kind in kindNames ? kindNames[kind as keyof typeof kindNames] : kind})
            </Hint>
          ))}
        </details>
      )}
    </>
  );
}
