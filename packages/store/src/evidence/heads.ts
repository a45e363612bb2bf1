import type { Mode } from '@evict/case-model';
import { allRows, type Store } from '../database/store.ts';

/** The end of a chain as it was once: kept apart from the database, it finds a chain that was cut or made anew since. */
export interface Head {
  caseId: string;
  position: number;
  hash: string;
  /** Retention deletes the chains of sandbox cases in whole, and never that of a live case. */
  mode: Mode;
}

/** One line of a list of heads, without the line feed. */
export function formatHead({ caseId, position, hash, mode }: Head): string {
  return `${caseId} ${position} ${hash} ${mode}`;
}

/** Null for what is no such line. */
export function parseHead(line: string): Head | null {
  const [, caseId = '', position = '', hash = '', mode] =
    /^((?:case|org)_[0-9a-f-]{36}) ([1-9]\d{0,9}) ([0-9a-f]{64}) (live|test)$/.exec(line) ?? [];
  return caseId === '' ? null : { caseId, position: Number(position), hash, mode: mode as Mode };
}

/**
 * Looks for these links in the chains of today, which may have grown. Returns a fault in plain words for each that is
 * missing or another one. A sandbox case of which nothing is left was deleted by retention. The chains themselves have
 * to be verified too.
 */
export async function verifyHeads(store: Store, heads: readonly Head[]): Promise<string[]> {
  const rows = await allRows<{ caseId: string; position: number; hash: string | null; isGone: boolean }>(store)`
    SELECT given."caseId", given.position, encode(l.hash, 'hex') AS hash,
      NOT EXISTS (SELECT FROM "Case" c WHERE c.id = given."caseId")
        AND NOT EXISTS (SELECT FROM "ChainHead" h WHERE h."caseId" = given."caseId")
        AND NOT EXISTS (SELECT FROM "ChainLink" k WHERE k."caseId" = given."caseId") AS "isGone"
    FROM unnest(${heads.map(({ caseId }) => caseId)}::text[], ${heads.map(({ position }) => position)}::int[])
      WITH ORDINALITY given ("caseId", position, place)
    LEFT JOIN "ChainLink" l ON l."caseId" = given."caseId" AND l.position = given.position ORDER BY given.place`;
  return rows.flatMap(({ caseId, position, hash, isGone }, index) => {
    const kept = heads[index];
    if (hash === kept?.hash || (isGone && kept?.mode === 'test')) return [];
    const what = hash === null ? 'is missing' : 'is another one';
    return [`${caseId}: event ${position}, the head that was kept, ${what}`];
  });
}
