import { useNavigate } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { focusAt, useShortcuts } from '../../shared/shortcuts.ts';

/** Registers keys that move the focus between the links of the rows. Enter opens the focused link. */
export function useListKeys(searchField: RefObject<HTMLInputElement | null>): void {
  const navigate = useNavigate();
  useShortcuts('Cases', [
    { key: 'j', name: 'Next case', run: () => moveBy(1) },
    { key: 'k', name: 'Previous case', run: () => moveBy(-1) },
    { key: 'x', name: 'Select the case', run: () => focusedRow()?.querySelector('input')?.click() },
    { key: 'Enter', name: 'Open the case' },
    { key: '/', name: 'Search', run: () => searchField.current?.focus() },
    { key: 'n', name: 'New case', run: () => void navigate({ to: '/cases/new' }) },
  ]);
}

function focusedRow(): Element | null {
  return document.activeElement?.closest('tr:has(a[data-row])') ?? null;
}

function moveBy(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('a[data-row]')];
  const at = rows.findIndex((row) => row.closest('tr') === focusedRow());
  focusAt(rows, at + step);
}
