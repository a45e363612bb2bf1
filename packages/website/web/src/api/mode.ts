import { useSyncExternalStore } from 'react';

export type Mode = 'test' | 'live';

/**
 * The storage key of the mode. Each browser tab has its own mode, so that switching one tab doesn't affect a form in
 * another. A new tab starts in the mode that was chosen last.
 */
const name = 'mode';
const listeners = new Set<() => void>();
let mode: Mode = read();

export function currentMode(): Mode {
  return mode;
}

export function switchMode(to: Mode): void {
  mode = to;
  sessionStorage.setItem(name, to);
  localStorage.setItem(name, to);
  for (const listener of listeners) listener();
}

export function useMode(): Mode {
  return useSyncExternalStore(subscribe, currentMode);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): Mode {
  return (sessionStorage.getItem(name) ?? localStorage.getItem(name)) === 'live' ? 'live' : 'test';
}
