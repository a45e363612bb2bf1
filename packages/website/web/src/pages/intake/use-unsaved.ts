import { useEffect, useRef } from 'react';
import type { DraftEntry } from './ledger-entries.ts';
import type { IntakeValues } from './values.ts';

interface Unsaved {
  values: IntakeValues;
  entries: readonly DraftEntry[];
  /** The facts that the form was filled in with, as text. Null before there is a draft. */
  loaded: string | null;
}

const pauseMs = 300;

/** Returns the input that was typed in this browser tab but not saved, or null if there is none. */
export function readUnsaved(name: string): Unsaved | null {
  const text = sessionStorage.getItem(keyOf(name));
  return text === null ? null : (JSON.parse(text) as Unsaved);
}

/**
 * Keeps unsaved input in the storage of this browser tab, so that a reload, the end of the session or an accidentally
 * closed page doesn't lose it. Input typed during a save is kept too.
 */
export function useUnsaved(name: string, { values, entries, loaded }: Unsaved, isKept: boolean) {
  const text = JSON.stringify({ values, entries });
  const saved = useRef(isKept ? '' : text);
  const current = useRef(text);
  const key = useRef(keyOf(name));
  const kept = useRef('');
  current.current = text;
  kept.current = JSON.stringify({ values, entries, loaded } satisfies Unsaved);
  useEffect(() => {
    const keep = () => {
      if (current.current === saved.current) sessionStorage.removeItem(key.current);
      else sessionStorage.setItem(key.current, kept.current);
    };
    const timer = setTimeout(keep, pauseMs);
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', keep);
    };
  }, [text, loaded]);
  // The cleanup runs when the user opens another page of the website.
  useEffect(
    () => () => {
      if (current.current !== saved.current) sessionStorage.setItem(key.current, kept.current);
    },
    [],
  );
  return {
    /** The current input. */
    text,
    isDirty: () => current.current !== saved.current,
    /** Removes the kept input after a save. `sent` is the saved text, and `as` is the draft's name from now on. */
    markSaved: (sent: string, as: string) => {
      saved.current = sent;
      sessionStorage.removeItem(key.current);
      key.current = keyOf(as);
      if (current.current !== sent) sessionStorage.setItem(key.current, kept.current);
    },
  };
}

function keyOf(name: string): string {
  return `unsent:intake:${name}`;
}
