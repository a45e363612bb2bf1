import { useEffect, useRef } from 'react';
import type { DraftEntry } from './ledger-entries.ts';
import type { IntakeValues } from './values.ts';

interface Unsaved {
  values: IntakeValues;
  entries: readonly DraftEntry[];
  /** The facts of the draft that the form was filled in with; null before there is one. */
  loaded: string | null;
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
  // Leaving for another page of the website.
  useEffect(
    () => () => {
      if (current.current !== saved.current) sessionStorage.setItem(key.current, kept.current);
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
      if (current.current !== sent) sessionStorage.setItem(key.current, kept.current);
    },
  };
}

function keyOf(name: string): string {
  return `unsent:intake:${name}`;
}
