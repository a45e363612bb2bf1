import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { attorneyCaseQuery, attorneyQueueQuery } from '../../api/queries.ts';
import type { Seen } from '../../document/document-view.tsx';

/** Reads again everything that the page shows of the case, and the queue. */
export function useReadCase(caseId: string) {
  const queries = useQueryClient();
  return useCallback(() => {
    void queries.invalidateQueries({ queryKey: attorneyCaseQuery(caseId).queryKey });
    void queries.invalidateQueries({ queryKey: attorneyQueueQuery.queryKey });
  }, [queries, caseId]);
}

/** After a report: confirms that it was recorded, and reads the case again. */
export function useCaseChanged(caseId: string) {
  const read = useReadCase(caseId);
  return useCallback(() => {
    notifications.show({ message: 'Recorded' });
    read();
  }, [read]);
}

/** The bytes that were opened in this tab and equal the service's, by hash, and whether they could be shown. */
export type SeenBytes = Readonly<Record<string, Seen>>;

/** The documents that this attorney has opened. They survive a reload, because only the displayed bytes count. */
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
