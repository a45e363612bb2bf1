import type { Court } from '@evict/case-model';
import type { Transaction } from '../database/transactions.ts';

/** The sandbox clerks' numbers come from sequences: a number may be skipped but never reused. */
export async function nextEnvelopeId(transaction: Transaction, { envelopeIds }: Court): Promise<string> {
  const [row] = await transaction.$queryRaw<{ n: bigint }[]>`SELECT nextval('sandbox_envelope') AS n`;
  return envelopeIds.replace('{number}', padded(row?.n));
}

/** `filedAt` is epoch milliseconds on the case's clock. */
export async function nextCourtCaseNumber(
  transaction: Transaction,
  { caseNumbers }: Court,
  filedAt: number,
): Promise<string> {
  const [row] = await transaction.$queryRaw<{ n: bigint }[]>`SELECT nextval('sandbox_docket') AS n`;
  const year = String(new Date(filedAt).getUTCFullYear());
  return caseNumbers.replace('{year}', year).replace('{number}', padded(row?.n));
}

function padded(n: bigint | undefined): string {
  return String(n).padStart(6, '0');
}
