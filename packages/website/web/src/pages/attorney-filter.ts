import type { AttorneyCaseFilter } from '../api/queries.ts';
import { attorneyWorkNames } from '../wording/names.ts';

/**
 * The URL search parameters of the attorney's home page. Without `show`, the page lists what needs the attorney now.
 */
export interface AttorneyCasesSearch {
  show?: keyof typeof attorneyWorkNames | undefined;
  q?: string | undefined;
  sort?: 'updatedAt' | undefined;
}

/** Parses the parameters. Unknown values are left out. */
export function attorneyCasesSearch({ show, q, sort }: Record<string, unknown>): AttorneyCasesSearch {
  return {
    ...(typeof show === 'string' && Object.hasOwn(attorneyWorkNames, show) && { show: show as never }),
    ...(typeof q === 'string' && q !== '' && { q: q.slice(0, 100) }),
    ...(sort === 'updatedAt' && { sort }),
  };
}

export function attorneyFilterOf({ show, q, sort }: AttorneyCasesSearch): AttorneyCaseFilter {
  return {
    ...(show !== undefined && show !== 'all' && { waitsFor: show }),
    ...(q !== undefined && { q }),
    ...(sort !== undefined && { sort }),
  };
}
