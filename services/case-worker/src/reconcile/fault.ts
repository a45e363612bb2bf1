import type { CaseProcess } from '@evict/temporal';
import type { RestoreReason } from '@evict/temporal/messages';

/** The fault of the process of an open case whose last event has this sequence; null if it has none. */
export function faultOf(process: CaseProcess | null, sequence: number): RestoreReason | null {
  if (process === null) return 'missing';
  if (process.status !== 'running') return process.status;
  const known = process.sequence ?? 0;
  if (known === sequence) return null;
  return known < sequence ? 'behind' : 'ahead';
}
