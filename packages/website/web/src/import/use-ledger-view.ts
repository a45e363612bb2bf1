import { useMemo } from 'react';
import { type LedgerState, type LedgerView, readLines, viewOf } from './ledger-state.ts';

/**
 * Memoizes `viewOf` for a component. Reading the lines takes most of the time, so it isn't repeated after each answer.
 */
export function useLedgerView(state: LedgerState | null, one?: string | null): LedgerView | null {
  const columns = state?.columns;
  const ledger = useMemo(() => columns && readLines(columns, one), [columns, one]);
  return useMemo(() => (state && ledger ? viewOf(state, one, ledger) : null), [state, one, ledger]);
}
