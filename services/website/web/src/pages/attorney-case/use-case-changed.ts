import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { attorneyCaseQuery, attorneyQueueQuery } from '../../api/queries.ts';
import { deskWords } from '../../wording/desk.ts';

/** After a report: everything that the page shows of the case is read anew, and the queue. */
export function useCaseChanged(caseId: string) {
  const queries = useQueryClient();
  return useCallback(() => {
    notifications.show({ message: deskWords.done });
    void queries.invalidateQueries({ queryKey: attorneyCaseQuery(caseId).queryKey });
    void queries.invalidateQueries({ queryKey: attorneyQueueQuery.queryKey });
  }, [queries, caseId]);
}
