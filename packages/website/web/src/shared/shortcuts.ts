import { useEffect, useRef } from 'react';

/** A keyboard shortcut of a page: its name and its action. Without `run`, the page handles the key itself. */
interface Shortcut {
  /** The value of `event.key`: `j`, `/`, `Enter`. */
  key: string;
  name: string;
  run?: () => void;
}

interface Group {
  title: string;
  shortcuts: readonly Shortcut[];
}

const groups = new Set<{ current: Group }>();

/** Returns the shortcuts of the components on the page, in the order in which they were mounted. */
export function shownShortcuts(): readonly Group[] {
  return [...groups].map(({ current }) => current);
}

/** Handles keys while the component is mounted, and lists them in the dialog that `?` opens. */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const group = useRef<Group>({ title, shortcuts });
  useEffect(() => {
    group.current = { title, shortcuts };
  });
  useEffect(() => {
    groups.add(group);
    const onKey = (event: KeyboardEvent) => {
      if (!isFree(event)) return;
      const run = group.current.shortcuts.find(({ key }) => key === event.key)?.run;
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      groups.delete(group);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
}

/**
 * Returns whether a key press is meant for the page: the user isn't typing, no dialog or menu is open, and nothing else
 * has handled the key.
 */
export function isFree({ defaultPrevented, altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if (defaultPrevented || altKey || ctrlKey || metaKey) return false;
  const element = target instanceof HTMLElement ? target : null;
  if (element?.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]'))
    return false;
  // A closed dialog or menu can stay in the page, hidden.
  const open = [...document.querySelectorAll('[role=dialog], [role=menu], [role=listbox]')];
  return open.every((one) => !one.checkVisibility());
}

/** Moves the focus to the link at this index. If the index is out of range, uses the first or last link. */
export function focusAt(links: readonly HTMLElement[], place: number): void {
  links[Math.min(Math.max(place, 0), links.length - 1)]?.focus();
}
