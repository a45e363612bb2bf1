import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { type Case, caseQuery } from '../../api/queries.ts';
import type { Question } from '../../shared/confirm.tsx';
import { useAction } from '../../shared/use-action.ts';

/** Functions that update the page after a change of its case. */
export function useCaseUpdate(one: Pick<Case, 'mode' | 'id'>) {
  const queries = useQueryClient();
  const { queryKey } = caseQuery(one.mode, one.id);
  const show = async (now: Case): Promise<void> => {
    // The response to a poll that started before the change would be out of date.
    await queries.cancelQueries({ queryKey, exact: true });
    queries.setQueryData(queryKey, now);
    await queries.invalidateQueries({ queryKey: [one.mode] });
  };
  return {
    /** Shows the new state of the case, and reads its related data again. */
    show,
    /** The same after an action whose button may be gone. Announces the new state to screen readers. */
    shown: async (now: Case): Promise<void> => {
      await show(now);
      if (document.activeElement === document.body || document.activeElement === null)
        document.querySelector<HTMLElement>('[data-status]')?.focus();
    },
    /** Reads the case and its related data again, because a refusal means that its state differs from the page. */
    refresh: async (): Promise<void> => {
      await queries.invalidateQueries({ queryKey });
    },
  };
}

type CaseAction = 'submit' | 'advance' | 'withdraw';

/** A customer's command that returns the case, with what happens before it. */
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

/** Whether the draft was never submitted, so nobody else has seen it. */
export function isDeletable({ state, packVersions }: Case): boolean {
  return state === 'draft' && packVersions === null;
}
