import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { attorneyCaseQuery, attorneyQueueQuery } from '../../api/queries.ts';

/** Reads everything anew that the page shows of the case, and the queue. */
export function useReadCase(caseId: string) {
  const queries = useQueryClient();
  return useCallback(() => {
    void queries.invalidateQueries({ queryKey: attorneyCaseQuery(caseId).queryKey });
    void queries.invalidateQueries({ queryKey: attorneyQueueQuery.queryKey });
  }, [queries, caseId]);
}

/** After a report: says that it is recorded, and reads the case anew. */
export function useCaseChanged(caseId: string) {
  const read = useReadCase(caseId);
  return useCallback(() => {
    notifications.show({ message: 'Recorded' });
    read();
  }, [read]);
}
