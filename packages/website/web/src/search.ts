import type { Mode } from './api/mode.ts';
import { caseParts } from './pages/case/case-part.ts';
import type { CasesSearch } from './pages/cases/filter.ts';
import { type StepId, stepIds } from './pages/intake/steps.ts';
import { localPath } from './shared/local-path.ts';

// These functions parse the parameters in the address of a page, for its route. They ignore everything else.

/** The page of this website to open after signing in. */
export function nextPage(search: Record<string, unknown>): { next?: string | undefined } {
  // Set even if undefined, because the router keeps the raw value of a name that is missing here.
  return { next: localPath(search['next']) ?? undefined };
}

/** For a page without parameters. */
export function noSearch(): object {
  return {};
}

/** A text parameter. Empty if it is missing. */
export function textIn(search: Record<string, unknown>, name: string): string {
  return typeof search[name] === 'string' ? search[name].slice(0, 100) : '';
}

/** The OAuth error code of a refused request. */
export function problemSearch(search: Record<string, unknown>): { problem: string } {
  return { problem: textIn(search, 'problem') };
}

/** The secret in a mailed link. */
export function mailedToken(search: Record<string, unknown>): { token: string } {
  return { token: typeof search['token'] === 'string' ? search['token'] : '' };
}

/** The step of a draft to show. */
export function stepSearch(search: Record<string, unknown>): { step?: StepId } {
  const step = stepIds.find((id) => id === search['step']);
  return step === undefined ? {} : { step };
}

/** The inbox files with which to begin a case. */
export function filesSearch({ files }: Record<string, unknown>): { files?: string } {
  return typeof files === 'string' && files !== '' ? { files } : {};
}

/** The filters and the order of a list of cases. */
export function casesSearch(search: Record<string, unknown>): CasesSearch {
  const names = ['q', 'state', 'ground', 'reference', 'since', 'sort'] as const;
  const given = names.flatMap((name) => {
    const value = search[name];
    return typeof value === 'string' && value !== '' ? [[name, value.slice(0, 100)]] : [];
  });
  return Object.fromEntries(given) as CasesSearch;
}

/** The part of a case to show, and the result of a checkout. */
export function caseSearch(search: Record<string, unknown>) {
  return { ...checkoutReturn(search), ...partIn(caseParts, search) };
}

function partIn<P extends string>(parts: readonly P[], { part }: Record<string, unknown>): { part?: P } {
  const shown = parts.find((name) => name === part);
  return shown === undefined ? {} : { part: shown };
}

const developerParts = ['keys', 'events', 'apps', 'calls'] as const;
export type DeveloperPart = (typeof developerParts)[number];

/** The part of the developers' page to show. */
export function developersSearch(search: Record<string, unknown>): { part?: DeveloperPart } {
  return partIn(developerParts, search);
}

/** The link contains the mode, because the tab can be in the other one. */
export function confirmSearch(search: Record<string, unknown>): { mode: Mode } {
  return { mode: search['mode'] === 'live' ? 'live' : 'test' };
}

/** The parameters with which the hosted checkout sends the customer back. */
function checkoutReturn(search: Record<string, unknown>): { charge?: string; checkout?: 'done' | 'cancelled' } {
  const { charge, checkout } = search;
  if (typeof charge !== 'string' || (checkout !== 'done' && checkout !== 'cancelled')) return {};
  return { charge, checkout };
}
