import type { Transaction } from '../transactions.ts';

/** The sandbox clerk's numbers: one counter each, as a court has. A number may be skipped, never given twice. */
export async function nextEnvelopeId(transaction: Transaction): Promise<string> {
  const [row] = await transaction.$queryRaw<{ n: bigint }[]>`SELECT nextval('sandbox_envelope') AS n`;
  return `ZZ-ENV-${padded(row?.n)}`;
}

/** `filedAt` is epoch milliseconds on the case's clock. */
export async function nextCourtCaseNumber(transaction: Transaction, filedAt: number): Promise<string> {
  const [row] = await transaction.$queryRaw<{ n: bigint }[]>`SELECT nextval('sandbox_docket') AS n`;
  return `ZZ-${new Date(filedAt).getUTCFullYear()}-LT-${padded(row?.n)}`;
}

function padded(n: bigint | undefined): string {
  return String(n).padStart(6, '0');
}
