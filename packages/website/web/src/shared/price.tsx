import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pricesQuery } from '../api/queries.ts';
import { formatCents } from './format.ts';

/** Says what a live case costs. If there is no live mode, shows `ifNone`. */
export function Price({ ifNone }: { ifNone: ReactNode }) {
  const { data } = useQuery(pricesQuery);
  const fee = data?.items.find(({ kind }) => kind === 'platform_fee');
  if (data && !fee) return ifNone;
  const amount = fee ? formatCents(fee.amountCents).replace(/\.00$/, '') : 'A fee';
  return <>{amount} for each live case, plus attorney fees and court costs. Test mode is free.</>;
}
