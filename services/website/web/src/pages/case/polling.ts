import { isFinished } from '../../shared/finished.ts';
import type { Case } from '../../api/queries.ts';

/**
 * After how many milliseconds the page reads its case again while it is visible; false for a case that moves by its
 * reader alone. A hidden page reads nothing, and reads once when it is seen again.
 */
export function refreshEveryMs({ mode, state }: Pick<Case, 'mode' | 'state'>): number | false {
  if (state === 'draft' || isFinished({ state })) return false;
  if (mode === 'live') return 30_000;
  return state === 'on_hold' ? false : 10_000;
}
