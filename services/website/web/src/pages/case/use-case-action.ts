import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { type Case, caseQuery } from '../../api/queries.ts';

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

/** A command of the customer that returns the case. */
export function useCaseAction(
  one: Case,
  operation: 'POST /v1/cases/{id}/advance' | 'POST /v1/cases/{id}/withdraw' | 'POST /v1/cases/{id}/report-cure',
) {
  const { show, refresh } = useCaseUpdate(one);
  const { id, mode } = one;
  return useMutation({
    mutationFn: () => call(operation, { id }, { mode }),
    onSuccess: (now) => void show(now),
    onError: () => void refresh(),
  });
}

/** Sends a draft in. */
export function useSubmit(one: Case) {
  const { show, refresh } = useCaseUpdate(one);
  const { id, mode } = one;
  return useMutation({
    mutationFn: () => call('POST /v1/cases/{id}/submit', { id }, { mode }),
    onSuccess: (result) => void show(result.case),
    onError: () => void refresh(),
  });
}

/** Checks a case against its gates. It changes nothing. */
export function useCheck({ id, mode }: Case) {
  return useMutation({ mutationFn: () => call('POST /v1/cases/{id}/validate', { id }, { mode }) });
}
