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
 * lose it. What is typed while a save is under way stays kept.
 */
export function useUnsaved(name: string, { values, entries }: Unsaved, isKept: boolean) {
  const text = JSON.stringify({ values, entries });
  const saved = useRef(isKept ? '' : text);
  const current = useRef(text);
  const key = useRef(keyOf(name));
  current.current = text;
  useEffect(() => {
    const keep = () => {
      if (current.current === saved.current) sessionStorage.removeItem(key.current);
      else sessionStorage.setItem(key.current, current.current);
    };
    const timer = setTimeout(keep, pauseMs);
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', keep);
    };
  }, [text]);
  // Leaving for another page of the website.
  useEffect(
    () => () => {
      if (current.current !== saved.current) sessionStorage.setItem(key.current, current.current);
    },
    [],
  );
  return {
    /** What is typed now. */
    text,
    isDirty: () => current.current !== saved.current,
    /** `sent` is the text that was saved, as the draft with this name. */
    markSaved: (sent: string, as: string) => {
      saved.current = sent;
      sessionStorage.removeItem(key.current);
      key.current = keyOf(as);
      if (current.current !== sent) sessionStorage.setItem(key.current, current.current);
    },
  };
}

function keyOf(name: string): string {
  return `unsent:intake:${name}`;
}
