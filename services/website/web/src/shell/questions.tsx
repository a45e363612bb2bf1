import { lazy, Suspense, useSyncExternalStore } from 'react';
import { currentQuestion, onQuestion } from '../shared/confirm.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));

/** Where a page asks back. The dialog is loaded with the first question. */
export function Questions() {
  const question = useSyncExternalStore(onQuestion, currentQuestion);
  return <Suspense>{question && <ConfirmDialog {...question} />}</Suspense>;
}
