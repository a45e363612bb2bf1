import { useDebouncedValue } from '@mantine/hooks';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';

/** A match of a search. `from` and `to` are positions in the text of its page. */
export interface Match {
  page: number;
  from: number;
  to: number;
}

/** The maximum number of matches of a search. A single letter can occur on every line. */
export const mostMatches = 500;
/** The maximum number of characters of page text to keep for the next search. */
const mostKept = 10_000_000;

/** Finds the words in a page's text, regardless of case and line breaks. Returns at most `most` matches. */
export function matchesIn(text: string, words: string, page: number, most = mostMatches): Match[] {
  const parts = words.trim().split(/\s+/u).filter(Boolean);
  if (parts.length === 0) return [];
  const pattern = new RegExp(parts.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('\\s+'), 'giu');
  const found: Match[] = [];
  for (const {
    0: { length },
    index,
  } of text.matchAll(pattern)) {
    if (found.length === most) break;
    found.push({ page, from: index, to: index + length });
  }
  return found;
}

/** Returns the text of each run on a page, in the order of its text layer. The last run of a line ends with a space. */
export function runsOf(items: readonly object[]): string[] {
  return (items as { str?: string; hasEOL?: boolean }[]).flatMap(({ str, hasEOL }) =>
    str === undefined ? [] : [hasEOL ? `${str} ` : str],
  );
}

/** Finds the run that contains a position in the text. Returns its index and the position within it. */
export function placeIn(runs: readonly string[], at: number): [run: number, at: number] {
  let left = at;
  for (const [index, { length }] of runs.entries()) {
    if (left < length) return [index, left];
    left -= length;
  }
  return [Math.max(0, runs.length - 1), runs.at(-1)?.length ?? 0];
}

export function byPage(matches: readonly Match[]): ReadonlyMap<number, Match[]> {
  const pages = new Map<number, Match[]>();
  for (const match of matches) pages.set(match.page, [...(pages.get(match.page) ?? []), match]);
  return pages;
}

export interface Found {
  /** The words that were searched for. */
  words: string;
  matches: readonly Match[];
  /** Whether pages are still being searched. */
  isGoing: boolean;
}

const nothing: Found = { words: '', matches: [], isGoing: false };

/** Searches a document page by page. Typing restarts the search. */
export function useFind(pdf: PDFDocumentProxy, typed: string): Found {
  const [words] = useDebouncedValue(typed.trim(), 200);
  const [found, setFound] = useState(nothing);
  const texts = useRef({ pdf, ofPage: new Map<number, string>(), kept: 0 });
  useEffect(() => {
    setFound(words === '' ? nothing : { words, matches: [], isGoing: true });
    if (words === '') return;
    if (texts.current.pdf !== pdf) texts.current = { pdf, ofPage: new Map(), kept: 0 };
    const { current } = texts;
    let isWanted = true;
    const textOf = async (page: number): Promise<string> => {
      const known = current.ofPage.get(page);
      if (known !== undefined) return known;
      const { items } = await (await pdf.getPage(page)).getTextContent();
      const text = runsOf(items).join('');
      if ((current.kept += text.length) <= mostKept) current.ofPage.set(page, text);
      return text;
    };
    const search = async () => {
      const matches: Match[] = [];
      for (let page = 1; page <= pdf.numPages && matches.length < mostMatches; page += 1) {
        // Treat a damaged page as one without text.
        const text = await textOf(page).catch(() => '');
        if (!isWanted) return;
        const more = matchesIn(text, words, page, mostMatches - matches.length);
        matches.push(...more);
        if (more.length > 0) setFound({ words, matches: [...matches], isGoing: true });
      }
      setFound({ words, matches, isGoing: false });
    };
    void search();
    return () => {
      isWanted = false;
    };
  }, [pdf, words]);
  return found;
}
