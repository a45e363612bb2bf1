import { type CommandBody, faultsOf } from '@evict/case-model';
import { invalidRequest } from '@evict/contract';
import type { CaseRow } from '@evict/store/cases';

/** Throws 400 with every fault of a command, as far as it can be told without the case or with it. */
export function requireFaultless(body: CommandBody, row?: CaseRow): void {
  // The clock of a test case can be ahead; that of a live case stands between its decisions.
  const now = Math.max(Date.now(), row?.clock.getTime() ?? 0);
  const ofCase = row && { createdAt: row.createdAt.getTime(), ...(row.record && { record: row.record }) };
  const faults = faultsOf(body, { now, ...ofCase });
  if (faults.length > 0) throw invalidRequest(faults.map(({ path, code, message }) => ({ path, code, message })));
}
