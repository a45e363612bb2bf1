import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { signedInQuery, type SignedIn } from './queries.ts';
import { Refusal } from './refusal.ts';

/**
 * Creates the query client. It doesn't retry queries, because `call` retries requests that can be repeated. If the
 * credential is refused, the page's data is dropped.
 */
export function createQueries(): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof Refusal && error.code === 'unauthenticated') {
      // The refused cookie has ended. The other one may still be valid.
      void queries.invalidateQueries({ queryKey: signedInQuery.queryKey });
    }
  };
  const queries: QueryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 5000, retry: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
  });
  return queries;
}

/** Forgets the data of everybody who was signed in before, and keeps the current user's. */
export function replaceSignedIn(queries: QueryClient, signedIn: SignedIn): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== signedInQuery.queryKey[0] });
  queries.setQueryData(signedInQuery.queryKey, signedIn);
}
