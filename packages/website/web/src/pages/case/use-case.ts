import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { type Case, caseQuery } from '../../api/queries.ts';
import type { Question } from '../../shared/confirm.tsx';
import { useAction } from '../../shared/use-action.ts';

/** What the page does after a change of its case. */
export function useCaseUpdate(one: Pick<Case, 'mode' | 'id'>) {
  const queries = useQueryClient();
  const { queryKey } = caseQuery(one.mode, one.id);
  const show = async (now: Case): Promise<void> => {
    // A poll that began before the change would show the past.
    await queries.cancelQueries({ queryKey, exact: true });
    queries.setQueryData(queryKey, now);
    await queries.invalidateQueries({ queryKey: [one.mode] });
  };
  return {
    /** Shows the case as it is now, and reads again what belongs to it. */
    show,
    /** The same after an action whose button may be gone: the reader hears what the case has become. */
    shown: async (now: Case): Promise<void> => {
      await show(now);
      if (document.activeElement === document.body || document.activeElement === null)
        document.querySelector<HTMLElement>('[data-status]')?.focus();
    },
    /** Reads the case and what belongs to it again: after a refusal it is elsewhere than the page says. */
    refresh: async (): Promise<void> => {
      await queries.invalidateQueries({ queryKey });
    },
  };
}

type CaseAction = 'submit' | 'advance' | 'withdraw';

/** A command of the customer that returns the case, with what comes before it. */
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

/** A draft that was never submitted: nobody else has seen it. */
export function isDeletable({ state, packVersions }: Case): boolean {
  return state === 'draft' && packVersions === null;
}
