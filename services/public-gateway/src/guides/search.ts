import { escaped } from '../site/html.ts';
import { sitePage } from '../site/layout.ts';
import type { Rendered } from './markdown.ts';
import { decisionsPath } from './paths.ts';

/** The words under one heading of a guide. */
export interface Section {
  page: string;
  /** Null at the beginning of the page. */
  heading: string | null;
  href: string;
  /** Reasons come after instructions. */
  isDecision: boolean;
  words: string;
  /** In small letters, to compare. */
  found: { page: string; heading: string; words: string };
}

const maxWords = 8;
const maxResults = 20;
const snippetLength = 220;

/** What is searched of a page. */
export function indexSections(path: string, page: string, sections: Rendered['sections']): Section[] {
  return sections.map(({ depth, title, anchor, words }) => {
    const heading = depth === 1 ? null : title;
    const found = { page: page.toLowerCase(), heading: (heading ?? '').toLowerCase(), words: words.toLowerCase() };
    const isDecision = path.startsWith(`${decisionsPath}/`);
    return {
      page,
      heading,
      isDecision,
      href: heading === null ? path : `${path}#${anchor}`,
      words: words.trim(),
      found,
    };
  });
}

/** The sections that have every word of the query, those first that have them in their headings. */
export function searchSections(sections: readonly Section[], query: string): Section[] {
  const words = wordsIn(query);
  if (words.length === 0) return [];
  return sections
    .map((section) => ({ section, rank: rankOf(section, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank)
    .slice(0, maxResults)
    .map(({ section }) => section);
}

/** The page with the results of a search. */
export function searchPage(sections: readonly Section[], query: string, stylesheet: string): string {
  const results = searchSections(sections, query);
  const words = wordsIn(query);
  const items = results.map(({ page, heading, href, words: text }) => {
    const title = heading === null ? page : `${page}: ${heading}`;
    return `<li><a href="${escaped(href)}">${escaped(title)}</a><p>${snippet(text, words)}</p></li>`;
  });
  const many = results.length === maxResults ? `The first ${maxResults} places` : countOf(results.length);
  const status = query.trim() === '' ? 'Enter words to search the guides.' : `${many} for “${query.trim()}”`;
  const list = items.length > 0 ? `<ol class="results">${items.join('\n')}</ol>` : '';
  const main = `<h1>Search</h1>\n<p role="status">${escaped(status)}</p>\n${list}`;
  return sitePage({ title: 'Search', stylesheet, place: null, main, query });
}

function countOf(results: number): string {
  if (results === 0) return 'Nothing';
  return results === 1 ? 'One place' : `${results} places`;
}

function wordsIn(query: string): string[] {
  return [...new Set(query.toLowerCase().split(/\s+/))].filter((word) => word !== '').slice(0, maxWords);
}

/** 0 if a word is missing. */
function rankOf({ found, heading, isDecision }: Section, words: readonly string[]): number {
  const ofPage = heading === null ? 8 : 4;
  let rank = 0;
  for (const word of words) {
    const ofWord =
      (found.page.includes(word) ? ofPage : 0) +
      (found.heading.includes(word) ? 6 : 0) +
      (found.words.includes(word) ? 1 : 0);
    if (ofWord === 0) return 0;
    rank += ofWord;
  }
  return isDecision ? rank / 4 : rank;
}

/** The text around the first word that occurs, with the words marked. */
function snippet(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...places, text.length) - 60);
  const begin = start === 0 || places.length === 0 ? 0 : text.indexOf(' ', start) + 1;
  const part = text.slice(begin, begin + snippetLength);
  const pattern = new RegExp(`(${words.map(literal).join('|')})`, 'giu');
  const marked = part
    .split(pattern)
    .map((piece, at) => (at % 2 === 1 ? `<mark>${escaped(piece)}</mark>` : escaped(piece)));
  return `${begin > 0 ? '… ' : ''}${marked.join('')}${begin + snippetLength < text.length ? ' …' : ''}`;
}

/** A pattern of just this text. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
