import { Alert, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { signedInQuery } from '../api/queries.ts';
import { Refusal } from '../api/refusal.ts';
import { AppLink } from '../shared/parts.tsx';
import { messageOf, refusalTitles } from '../wording/refusals.ts';

const SignInAgain = lazy(async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain }));

/** Pages that need a session. One that ends meanwhile is said above the page, which keeps what was typed into it. */
export function CustomerPages() {
  const { data: signedIn } = useQuery(signedInQuery);
  return (
    <>
      {signedIn && !signedIn.customer && (
        <SessionEnded>
          <Suspense>
            <SignInAgain />
          </Suspense>
        </SessionEnded>
      )}
      <Outlet />
    </>
  );
}

export function AttorneyPages() {
  const { data: signedIn } = useQuery(signedInQuery);
  const next = useRouterState({ select: ({ location }) => location.href });
  return (
    <>
      {signedIn && !signedIn.attorney && (
        <SessionEnded>
          <AppLink to="/attorney/sign-in" search={{ next }}>
            Sign in
          </AppLink>
        </SessionEnded>
      )}
      <Outlet />
    </>
  );
}

function SessionEnded({ children }: { children: React.ReactNode }) {
  return (
    <Alert color="yellow" variant="outline" title={refusalTitles.unauthenticated} mb="md" role="alert">
      <Text size="sm">{messageOf(new Refusal('unauthenticated'))}</Text>
      <Group mt="sm">{children}</Group>
    </Alert>
  );
}
