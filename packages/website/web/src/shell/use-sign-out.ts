import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../api/call.ts';
import type { Holder } from '../api/holder.ts';
import { signedInQuery } from '../api/queries.ts';
import { replaceSignedIn } from '../api/query-client.ts';
import { forgetUnsent } from '../shared/unsent.ts';

export function useSignOut(holder: Holder): () => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    // Any response removes the cookie. If the service couldn't end the session, it expires by itself.
    await call('POST /v1/auth/logout', {}).catch(() => undefined);
    await navigate({ to: holder === 'customer' ? '/sign-in' : '/attorney/sign-in' });
    forgetUnsent(); // only now, because leaving a page saves its unsent input
    const before = queries.getQueryData(signedInQuery.queryKey) ?? { customer: false, attorney: false };
    replaceSignedIn(queries, { ...before, [holder]: false });
  };
}
