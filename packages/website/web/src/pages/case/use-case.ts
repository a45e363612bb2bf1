import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { type Case, caseQuery } from '../../api/queries.ts';
import type { Question } from '../../shared/confirm.tsx';
import { useAction } from '../../shared/use-action.ts';

/** Returns functions that update the page after its case has changed. */
export function useCaseUpdate(one: Pick<Case, 'mode' | 'id'>) {
  const queries = useQueryClient();
  const { queryKey } = caseQuery(one.mode, one.id);
  const show = async (now: Case): Promise<void> => {
    // A response to a poll that started before the change would overwrite it with outdated data.
    await queries.cancelQueries({ queryKey, exact: true });
    queries.setQueryData(queryKey, now);
    await queries.invalidateQueries({ queryKey: [one.mode] });
  };
  return {
    /** Shows the case as it is after a change, and refetches the other data of its mode. */
    show,
    /**
     * Like `show`, but for a button that may disappear. If it does, focuses the status, so screen readers announce it.
     */
    shown: async (now: Case): Promise<void> => {
      await show(now);
      if (document.activeElement === document.body || document.activeElement === null)
        document.querySelector<HTMLElement>('[data-status]')?.focus();
    },
    /** Refetches the case and its related data. To be called after a refusal, which means that the page is outdated. */
    refresh: async (): Promise<void> => {
      await queries.invalidateQueries({ queryKey });
    },
  };
}

type CaseAction = 'submit' | 'advance' | 'withdraw';

/**
 * Returns an action that sends a command and shows the resulting case. `before` can run code or ask for confirmation
 * before the command is sent.
 */
export function useCaseAction(one: Case, action: CaseAction, before: { onPress?: () => void; ask?: Question } = {}) {
  const { shown, refresh } = useCaseUpdate(one);
  const { id, mode } = one;
  return useAction({
    run: async (): Promise<Case> => {
      const result = (await call(`POST /v1/cases/{id}/${action}`, { id }, { mode })) as Case | { case: Case };
      return 'case' in result ? result.case : result;
    },
    onDone: (now) => void shown(now),
    onRefused: () => void refresh(),
    ...before,
  });
}

/** Returns whether the draft was never submitted, so nobody outside the organization has seen it. */
export function isDeletable({ state, packVersions }: Case): boolean {
  return state === 'draft' && packVersions === null;
}
