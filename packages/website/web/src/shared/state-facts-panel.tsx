import { lazy, Suspense } from 'react';
import { pageData } from '../api/page-data.ts';
import type { StateFactsProps } from './state-facts.tsx';

const StateFacts = lazy(async () => ({ default: (await import('./state-facts.tsx')).StateFacts }));

/** Shows the facts about a property's state. Renders nothing if there are none, as in the fictional state. */
export function StateFactsPanel({ code, ground }: StateFactsProps) {
  const capitals = code.toUpperCase();
  if (!Object.hasOwn(pageData().states, capitals)) return null;
  return (
    <Suspense>
      <StateFacts code={capitals} ground={ground} />
    </Suspense>
  );
}
