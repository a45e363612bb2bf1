import { Pagination } from '@mantine/core';
import { ledgerWords as words } from '../wording/ledger.ts';

interface LedgerPagesProps {
  pages: number;
  page: number;
  onPage: (page: number) => void;
}

/** The pages of a ledger, each control with its name. */
export function LedgerPages({ pages, page, onPage }: LedgerPagesProps) {
  if (pages <= 1) return null;
  return (
    <Pagination
      total={pages}
      value={page}
      onChange={onPage}
      size="sm"
      aria-label="Pages of the ledger"
      getControlProps={(control) => ({ 'aria-label': words.controls[control] })}
      getItemProps={(number) => ({ 'aria-label': `Page ${number} of the ledger` })}
    />
  );
}
