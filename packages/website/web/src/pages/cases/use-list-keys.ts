import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';

/**
 * Keys of the list: `J` and `K` move the focus between the rows, where Enter opens, `X` selects the focused row, `/` leads
 * to the search and `N` to a new case. They rest while somebody types or a dialog or menu is open.
 */
export function useListKeys(searchField: RefObject<HTMLInputElement | null>): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return;
      const rows = [...document.querySelectorAll<HTMLElement>('a[data-row]')];
      const at = rows.findIndex((row) => row.closest('tr')?.contains(document.activeElement));
      const actions: Readonly<Record<string, () => void>> = {
        j: () => rows[Math.min(at + 1, rows.length - 1)]?.focus(),
        k: () => rows[Math.max(at - 1, 0)]?.focus(),
        x: () => rows[at]?.closest('tr')?.querySelector('input')?.click(),
        n: () => void navigate({ to: '/cases/new' }),
        '/': () => searchField.current?.focus(),
      };
      const action = actions[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [navigate, searchField]);
}

function isElsewhere(target: EventTarget | null): boolean {
  const isTyping = target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select');
  return isTyping || document.querySelector('[role=dialog], [role=menu]') !== null;
}
