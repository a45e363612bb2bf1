import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { signedInQuery, type SignedIn } from './queries.ts';
import { Refusal } from './refusal.ts';

/** `call` repeats what can be repeated, so queries are not tried again. A refused credential ends what the page shows. */
export function createQueries(): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof Refusal && error.code === 'unauthenticated') {
      // The cookie that was refused has ended. The other one may be left.
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

/** Forgets the data of everybody who was signed in before, and keeps who is now. */
export function replaceSignedIn(queries: QueryClient, signedIn: SignedIn): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== signedInQuery.queryKey[0] });
  queries.setQueryData(signedInQuery.queryKey, signedIn);
}
