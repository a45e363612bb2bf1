import type { Mode } from './api/mode.ts';
import { caseParts } from './pages/case/case-part.ts';
import type { CasesSearch } from './pages/cases/filter.ts';
import { type StepId, stepIds } from './pages/intake/steps.ts';
import { localPath } from './shared/local-path.ts';

// These functions parse the URL parameters of a page for its route. They ignore everything else.

/** Returns the page of this website to open after sign-in. */
export function nextPage(search: Record<string, unknown>): { next?: string | undefined } {
  // Set even if undefined, because the router keeps the raw value of a name that is missing here.
  return { next: localPath(search['next']) ?? undefined };
}

/** Ignores all parameters, for a page that has none. */
export function noSearch(): object {
  return {};
}

/** Returns a text parameter, cut to 100 characters, or an empty string if it is missing. */
export function textIn(search: Record<string, unknown>, name: string): string {
  return typeof search[name] === 'string' ? search[name].slice(0, 100) : '';
}

/** Returns the OAuth error code of a refused request, or an empty string. */
export function problemSearch(search: Record<string, unknown>): { problem: string } {
  return { problem: textIn(search, 'problem') };
}

/** Returns the secret in an emailed link. */
export function mailedToken(search: Record<string, unknown>): { token: string } {
  return { token: typeof search['token'] === 'string' ? search['token'] : '' };
}

/** Returns the step of a draft to show, and the id of the file from which to read its ledger. */
export function stepSearch({ step: wished, file }: Record<string, unknown>): { step?: StepId; file?: string } {
  const step = stepIds.find((id) => id === wished);
  return { ...(step !== undefined && { step }), ...(typeof file === 'string' && { file }) };
}

/** Returns the ids of the inbox files to start a case with. */
export function filesSearch({ files }: Record<string, unknown>): { files?: string } {
  return typeof files === 'string' && files !== '' ? { files } : {};
}

/** Returns the filters and the sort order of a case list. */
export function casesSearch(search: Record<string, unknown>): CasesSearch {
  const names = ['q', 'state', 'ground', 'reference', 'since', 'sort'] as const;
  const given = names.flatMap((name) => {
    const value = search[name];
    return typeof value === 'string' && value !== '' ? [[name, value.slice(0, 100)]] : [];
  });
  return Object.fromEntries(given) as CasesSearch;
}

/** Returns the tab of a case to show, and the outcome of a checkout. */
export function caseSearch(search: Record<string, unknown>) {
  return { ...checkoutReturn(search), ...partIn(caseParts, search) };
}

function partIn<P extends string>(parts: readonly P[], { part }: Record<string, unknown>): { part?: P } {
  const shown = parts.find((name) => name === part);
  return shown === undefined ? {} : { part: shown };
}

const developerParts = ['keys', 'events', 'apps', 'calls'] as const;
export type DeveloperPart = (typeof developerParts)[number];

/** Returns the part of the developers' page to show. */
export function developersSearch(search: Record<string, unknown>): { part?: DeveloperPart } {
  return partIn(developerParts, search);
}

/** Returns the mode that the link contains, because the browser tab can be in the other mode. */
export function confirmSearch(search: Record<string, unknown>): { mode: Mode } {
  return { mode: search['mode'] === 'live' ? 'live' : 'test' };
}

/** Returns the parameters that the hosted checkout adds when it sends the customer back. */
function checkoutReturn(search: Record<string, unknown>): { charge?: string; checkout?: 'done' | 'cancelled' } {
  const { charge, checkout } = search;
  if (typeof charge !== 'string' || (checkout !== 'done' && checkout !== 'cancelled')) return {};
  return { charge, checkout };
}
