import { poolOf, type Store } from '../database/store.ts';

/** The end of a chain as it was once: kept apart from the database, it finds a chain that was cut or made anew since. */
export interface Head {
  caseId: string;
  position: number;
  hash: string;
}

/** One line of a list of heads, without the line feed. */
export function formatHead({ caseId, position, hash }: Head): string {
  return `${caseId} ${position} ${hash}`;
}

/** Null for what is no such line. */
export function parseHead(line: string): Head | null {
  const [, caseId = '', position = '', hash = ''] =
    /^(case_[0-9a-f-]{36}) ([1-9]\d{0,9}) ([0-9a-f]{64})$/.exec(line) ?? [];
  return caseId === '' ? null : { caseId, position: Number(position), hash };
}

/**
 * Looks for these links in the chains of today, which may have grown. Returns a fault in plain words for each that is
 * missing or another one. The chains themselves have to be verified too.
 */
export async function verifyHeads(store: Store, heads: readonly Head[]): Promise<string[]> {
  const { rows } = await poolOf(store).query<{ caseId: string; position: number; hash: string | null }>(
    `SELECT given."caseId", given.position, encode(l.hash, 'hex') AS hash
      FROM unnest($1::text[], $2::int[]) WITH ORDINALITY given ("caseId", position, place)
      LEFT JOIN "ChainLink" l ON l."caseId" = given."caseId" AND l.position = given.position ORDER BY given.place`,
    [heads.map(({ caseId }) => caseId), heads.map(({ position }) => position)],
  );
  return rows.flatMap(({ caseId, position, hash }, index) => {
    if (hash === heads[index]?.hash) return [];
    const what = hash === null ? 'is missing' : 'is another one';
    return [`${caseId}: event ${position}, the head that was kept, ${what}`];
  });
}
