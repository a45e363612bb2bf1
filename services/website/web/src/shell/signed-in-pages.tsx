import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { signedInQuery } from '../api/queries.ts';
import { AppLink } from '../shared/app-link.tsx';
import { messageOf, refusalTitles } from '../wording/refusals.ts';
import { Refusal } from '../api/refusal.ts';
import { shellWords } from '../wording/shell.ts';

/** Pages that need a session. One that ends meanwhile is said above the page, which keeps what was typed into it. */
export function CustomerPages() {
  return <SignedInPages role="customer" signIn="/sign-in" />;
}

export function AttorneyPages() {
  return <SignedInPages role="attorney" signIn="/attorney/sign-in" />;
}

function SignedInPages({ role, signIn }: { role: 'customer' | 'attorney'; signIn: '/sign-in' | '/attorney/sign-in' }) {
  const { data: signedIn } = useQuery(signedInQuery);
  const next = useRouterState({ select: ({ location }) => location.href });
  return (
    <>
      {signedIn && !signedIn[role] && (
        <Alert color="yellow" variant="outline" title={refusalTitles.unauthenticated} mb="md" role="alert">
          {messageOf(new Refusal('unauthenticated'))}{' '}
          <AppLink to={signIn} search={{ next }}>
            {shellWords.signIn}
          </AppLink>
        </Alert>
      )}
      <Outlet />
    </>
  );
}
