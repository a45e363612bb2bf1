import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { signedInQuery, type SignedIn } from './queries.ts';
import { Refusal } from './refusal.ts';

/**
 * Creates the query client. It doesn't retry queries, because `call` retries the requests that can be repeated. If the
 * service refuses a session, the client asks again who is signed in.
 */
export function createQueries(): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof Refusal && error.code === 'unauthenticated') {
      // The refused session has ended. The browser's other session may still be valid.
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

/** Drops the data of all previous users, and records who is signed in now. */
export function replaceSignedIn(queries: QueryClient, signedIn: SignedIn): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== signedInQuery.queryKey[0] });
  queries.setQueryData(signedInQuery.queryKey, signedIn);
}
