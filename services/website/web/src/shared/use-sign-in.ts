import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { localPath } from './local-path.ts';
import { signedInQuery } from '../api/queries.ts';
import { replaceSignedIn } from '../api/query-client.ts';

/** What follows a sign-in: nothing of an earlier person stays in the page, and the visitor gets to where they wanted. */
export function useSignIn(role: 'customer' | 'attorney', next: string | undefined): () => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  return async () => {
    const before = queries.getQueryData(signedInQuery.queryKey) ?? { customer: false, attorney: false };
    replaceSignedIn(queries, { ...before, [role]: true });
    const page = localPath(next);
    if (page === null) await navigate({ to: role === 'customer' ? '/cases' : '/attorney', replace: true });
    else router.history.replace(page);
  };
}
