import { useCallback, useState } from 'react';
import type { Seen } from '../../document/document-view.tsx';

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
