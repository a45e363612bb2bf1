import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { attorneyCaseQuery, attorneyQueueQuery } from '../../api/queries.ts';
import type { Seen } from '../../document/document-view.tsx';

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

/** By their hash: the bytes that were opened in this tab and are the service's, and whether they could be shown. */
export type SeenBytes = Readonly<Record<string, Seen>>;

/** What this attorney has opened, kept over a reload: what counts is which bytes were seen. */
export function useSeen(attorneyId: string, caseId: string) {
  const name = `seen:${attorneyId}:${caseId}`;
  const [seen, setSeen] = useState<SeenBytes>(() => JSON.parse(sessionStorage.getItem(name) ?? '{}') as SeenBytes);
  const addSeen = useCallback(
    (hash: string, how: Seen) =>
      setSeen((before) => {
        if (before[hash] === how) return before;
        const now = { ...before, [hash]: how };
        sessionStorage.setItem(name, JSON.stringify(now));
        return now;
      }),
    [name],
  );
  return { seen, addSeen };
}
