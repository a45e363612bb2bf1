import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { attorneyCaseQuery, attorneyQueueQuery } from '../../api/queries.ts';
import type { Seen } from '../../document/document-view.tsx';

/** Returns a function that refetches everything the page shows about the case, and the queue. */
export function useReadCase(caseId: string) {
  const queries = useQueryClient();
  return useCallback(() => {
    void queries.invalidateQueries({ queryKey: attorneyCaseQuery(caseId).queryKey });
    void queries.invalidateQueries({ queryKey: attorneyQueueQuery.queryKey });
  }, [queries, caseId]);
}

/** Returns a function to call after a report. It confirms that the report was recorded, and refetches the case. */
export function useCaseChanged(caseId: string) {
  const read = useReadCase(caseId);
  return useCallback(() => {
    notifications.show({ message: 'Recorded' });
    read();
  }, [read]);
}

/**
 * Documents that were opened in this browser tab and match the record, by content hash, and whether each could be
 * shown.
 */
export type SeenBytes = Readonly<Record<string, Seen>>;

/**
 * Remembers which documents this attorney has opened, even after a reload. It identifies them by hash, because only the
 * displayed bytes count.
 */
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
