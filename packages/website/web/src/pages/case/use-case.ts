import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { type Case, caseQuery } from '../../api/queries.ts';
import type { Question } from '../../shared/confirm.tsx';
import { useAction } from '../../shared/use-action.ts';

/** What the page does after a change of its case. */
export function useCaseUpdate(one: Pick<Case, 'mode' | 'id'>) {
  const queries = useQueryClient();
  const { queryKey } = caseQuery(one.mode, one.id);
  return {
    /** Shows the case as it is now, and reads again what belongs to it. */
    show: async (now: Case): Promise<void> => {
      // A poll that began before the change would show the past.
      await queries.cancelQueries({ queryKey, exact: true });
      queries.setQueryData(queryKey, now);
      await queries.invalidateQueries({ queryKey: [one.mode] });
    },
    /** Reads the case and what belongs to it again: after a refusal it is elsewhere than the page says. */
    refresh: async (): Promise<void> => {
      await queries.invalidateQueries({ queryKey });
    },
  };
}

type CaseAction = 'submit' | 'advance' | 'withdraw' | 'report-cure';

/** A command of the customer that returns the case, with what comes before it. */
export function useCaseAction(one: Case, action: CaseAction, before: { onPress?: () => void; ask?: Question } = {}) {
  const { show, refresh } = useCaseUpdate(one);
  const { id, mode } = one;
  const shown = async (now: Case): Promise<void> => {
    await show(now);
    // The button may be gone: the reader hears what the case has become.
    if (document.activeElement === document.body || document.activeElement === null)
      document.querySelector<HTMLElement>('[data-status]')?.focus();
  };
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
