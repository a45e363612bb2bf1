import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AttorneyCase, type ReviewRequirements, reviewRequirementsQuery } from '../../api/queries.ts';
import type { Documents, OpenedDocument } from './documents.tsx';

export type ReviewState = ReturnType<typeof useReview>;
type UnderReview = ReviewRequirements['documents'][number];

/** Keeps track of the documents under review and which of them have been opened. */
export function useReview(one: AttorneyCase, { opened, seen, open }: Documents) {
  const queries = useQueryClient();
  const query = useQuery(reviewRequirementsQuery(one.id));
  /** The content hashes of the documents in an approval that was refused because the documents had changed. */
  const [refused, setRefused] = useState<readonly string[] | null>(null);
  const required = query.data?.documents ?? [];
  const unopened = required.filter(({ contentHash }) => seen[contentHash] === undefined);
  const lookAgain = () => void queries.invalidateQueries({ queryKey: reviewRequirementsQuery(one.id).queryKey });
  return {
    query,
    refused,
    required,
    unopened,
    /** Whether the paper to serve or file is attached. Unlike the case summary, it isn't made from a specification. */
    hasPaper: required.some(({ id }) =>
      one.documents.some((document) => document.id === id && document.specId === null),
    ),
    next: nextOf(required, unopened, opened),
    openNext: () => {
      const next = nextOf(required, unopened, opened);
      if (next) open(next);
    },
    lookAgain,
    /**
     * Called with the content hashes of an approval that was refused as outdated, and with null after a successful
     * approval.
     */
    onStale: (hashes: readonly string[] | null) => {
      setRefused(hashes);
      if (hashes !== null) lookAgain();
    },
  };
}

/** Returns the next unopened document, or the one after the open document if all were opened. */
function nextOf(
  required: readonly UnderReview[],
  unopened: readonly UnderReview[],
  opened: OpenedDocument | null,
): UnderReview | undefined {
  const at = required.findIndex(({ id }) => id === opened?.id);
  return unopened.find(({ id }) => id !== opened?.id) ?? unopened[0] ?? required[(at + 1) % required.length];
}
