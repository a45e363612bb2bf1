import { useEffect, useRef } from 'react';
import type { DraftEntry } from './ledger-entries.ts';
import type { IntakeValues } from './values.ts';

interface Unsaved {
  values: IntakeValues;
  entries: readonly DraftEntry[];
}

const pauseMs = 300;

/** What was typed in this tab and not saved; null if there is nothing. */
export function readUnsaved(name: string): Unsaved | null {
  const text = sessionStorage.getItem(keyOf(name));
  return text === null ? null : (JSON.parse(text) as Unsaved);
}

/**
 * Keeps what is typed in this tab until it is saved: a reload, the end of the session or a closed page by mistake does not
 * lose it. Returns what marks the form as saved.
 */
export function useUnsaved(name: string, { values, entries }: Unsaved, isKept: boolean) {
  const text = JSON.stringify({ values, entries });
  const saved = useRef(isKept ? '' : text);
  const current = useRef(text);
  current.current = text;
  useEffect(() => {
    const keep = () => {
      if (current.current === saved.current) sessionStorage.removeItem(keyOf(name));
      else sessionStorage.setItem(keyOf(name), current.current);
    };
    const timer = setTimeout(keep, pauseMs);
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', keep);
    };
  }, [name, text]);
  // Leaving for another page of the website.
  useEffect(
    () => () => {
      if (current.current !== saved.current) sessionStorage.setItem(keyOf(name), current.current);
    },
    [name],
  );
  return {
    isDirty: () => current.current !== saved.current,
    markSaved: () => {
      saved.current = current.current;
      sessionStorage.removeItem(keyOf(name));
    },
  };
}

function keyOf(name: string): string {
  return `unsent:intake:${name}`;
}
