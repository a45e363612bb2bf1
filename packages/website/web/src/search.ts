import type { Mode } from './api/mode.ts';
import { type CasePart, caseParts } from './pages/case/case-part.ts';
import type { CasesSearch } from './pages/cases/filter.ts';
import { type StepId, stepIds } from './pages/intake/steps.ts';
import { localPath } from './shared/local-path.ts';

// What the address of a page says, as its route takes it: of anything else nothing.

/** Where a visitor is led after signing in: a page of this website. */
export function nextPage(search: Record<string, unknown>): { next?: string | undefined } {
  // Named even so: the router keeps what the address says of a name that is missing here.
  return { next: localPath(search['next']) ?? undefined };
}

/** Of a page whose address says nothing. */
export function noSearch(): object {
  return {};
}

/** A text of the address; empty without one. */
export function textIn(search: Record<string, unknown>, name: string): string {
  return typeof search[name] === 'string' ? search[name].slice(0, 100) : '';
}

/** Why a request was refused, in a word of OAuth. */
export function problemSearch(search: Record<string, unknown>): { problem: string } {
  return { problem: textIn(search, 'problem') };
}

/** The secret of a link that was mailed. */
export function mailedToken(search: Record<string, unknown>): { token: string } {
  return { token: typeof search['token'] === 'string' ? search['token'] : '' };
}

/** The step of a draft that is shown. */
export function stepSearch(search: Record<string, unknown>): { step?: StepId } {
  const step = stepIds.find((id) => id === search['step']);
  return step === undefined ? {} : { step };
}

/** Files of the inbox with which a case begins. */
export function filesSearch({ files }: Record<string, unknown>): { files?: string } {
  return typeof files === 'string' && files !== '' ? { files } : {};
}

/** What a list of cases is narrowed to, and its order. */
export function casesSearch(search: Record<string, unknown>): CasesSearch {
  const names = ['q', 'state', 'ground', 'reference', 'since', 'sort'] as const;
  const given = names.flatMap((name) => {
    const value = search[name];
    return typeof value === 'string' && value !== '' ? [[name, value.slice(0, 100)]] : [];
  });
  return Object.fromEntries(given) as CasesSearch;
}

/** The part of a case that is shown, and how a checkout ended. */
export function caseSearch(search: Record<string, unknown>) {
  return { ...checkoutReturn(search), ...partOf(search) };
}

function partOf({ part }: Record<string, unknown>): { part?: CasePart } {
  return caseParts.some((name) => name === part) ? { part: part as CasePart } : {};
}

const developerParts = ['keys', 'events', 'apps', 'calls'] as const;
export type DeveloperPart = (typeof developerParts)[number];

/** The part of the page for developers that is shown. */
export function developersSearch({ part }: Record<string, unknown>): { part?: DeveloperPart } {
  const shown = developerParts.find((name) => name === part);
  return shown === undefined ? {} : { part: shown };
}

/** The mode is in the link: the tab can be in the other one. */
export function confirmSearch(search: Record<string, unknown>): { mode: Mode } {
  return { mode: search['mode'] === 'live' ? 'live' : 'test' };
}

/** Where the hosted checkout sends the customer back to. */
function checkoutReturn(search: Record<string, unknown>): { charge?: string; checkout?: 'done' | 'cancelled' } {
  const { charge, checkout } = search;
  if (typeof charge !== 'string' || (checkout !== 'done' && checkout !== 'cancelled')) return {};
  return { charge, checkout };
}
