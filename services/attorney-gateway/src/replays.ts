import { routes } from '@evict/contract';
import type { ReplayCheck } from '@evict/http';
import { forConflictCheck, type PresentedCase } from '@evict/store/cases';
import type { Store } from '@evict/store/database';
import { requireView } from './assigned-case.ts';

/**
 * Authorizes a replay like a read of its case, and records it as one. After the response was stored, the attorney's
 * license may have ended, or the case may have been reassigned.
 */
export function createReplayCheck(store: Store): ReplayCheck {
  return async ({ caller, route, caseId, body }) => {
    if (caseId === null || !('attorneyId' in caller)) return body;
    const stored: unknown = body === null ? null : JSON.parse(body.toString());
    const shown = isCase(stored) ? stored : null;
    // Confirming a withdrawal requires no license, so reading its response requires none either.
    const allowLapsed = route.path === routes.reportOutcome.path && shown?.state === 'withdrawn';
    const access = await requireView(store, { attorneyId: caller.attorneyId, caseId }, 'case', { allowLapsed });
    return shown === null || access === 'all' ? body : JSON.stringify(forConflictCheck(shown));
  };
}

function isCase(stored: unknown): stored is PresentedCase {
  return typeof stored === 'object' && stored !== null && 'data' in stored && 'nextAction' in stored;
}
