import { useEffect, useRef } from 'react';

/** A key of a page: what it does in words, and the doing. Without `run` the page takes the key itself. */
export interface Shortcut {
  /** As `event.key` has it: `j`, `/`, `Enter`. */
  key: string;
  name: string;
  run?: () => void;
}

interface Group {
  title: string;
  shortcuts: readonly Shortcut[];
}

const groups = new Set<{ current: Group }>();

/** What the pages that are shown take from the keyboard, in the order in which they came. */
export function shownShortcuts(): readonly Group[] {
  return [...groups].map(({ current }) => current);
}

/** Takes keys while the component is there, and lists them in the dialog that `?` opens. */
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

/** Whether a key is meant for the page: nobody types, no dialog or menu is open, and nothing else has taken it. */
export function isFree({ defaultPrevented, altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if (defaultPrevented || altKey || ctrlKey || metaKey) return false;
  const element = target instanceof HTMLElement ? target : null;
  if (element?.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]'))
    return false;
  // One that was closed can stay in the page unseen.
  const open = [...document.querySelectorAll('[role=dialog], [role=menu], [role=listbox]')];
  return open.every((one) => !one.checkVisibility());
}
