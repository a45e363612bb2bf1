import { useCallback, useState } from 'react';

/**
 * The hashes of the bytes that were shown in this tab, and held against the service's. A reload keeps them: what counts is
 * which bytes were seen.
 */
export function useSeen(caseId: string) {
  const name = `seen:${caseId}`;
  const [seen, setSeen] = useState<readonly string[]>(
    () => JSON.parse(sessionStorage.getItem(name) ?? '[]') as string[],
  );
  const addSeen = useCallback(
    (hash: string) =>
      setSeen((before) => {
        if (before.includes(hash)) return before;
        const now = [...before, hash];
        sessionStorage.setItem(name, JSON.stringify(now));
        return now;
      }),
    [name],
  );
  return { seen, addSeen };
}
