import { Alert, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { call } from '../api/call.ts';
import { meQuery, signedInQuery } from '../api/queries.ts';
import { Refusal } from '../api/refusal.ts';
import { showMomentsIn } from '../shared/format.ts';
import { AppLink, SmallButton } from '../shared/parts.tsx';
import { RefusalAlert } from '../shared/query-state.tsx';
import { useAction } from '../shared/use-action.ts';
import { messageOf, refusalTitles } from '../wording/refusals.ts';
import { AppFrame } from './app-frame.tsx';

const SignInAgain = lazy(async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain }));

/** Pages that need a session. One that ends meanwhile is said above the page, which keeps what was typed into it. */
export function CustomerPages() {
  const { data: signedIn } = useQuery(signedInQuery);
  const { data: me } = useQuery(meQuery);
  const timeZone = me?.timeZone;
  useMemo(() => showMomentsIn(timeZone), [timeZone]);
  return (
    <AppFrame holder="customer">
      {signedIn && !signedIn.customer && (
        <SessionEnded>
          <Suspense>
            <SignInAgain />
          </Suspense>
        </SessionEnded>
      )}
      <UnconfirmedAddress />
      <Outlet key={timeZone} />
    </AppFrame>
  );
}

export function AttorneyPages() {
  const { data: signedIn } = useQuery(signedInQuery);
  const next = useRouterState({ select: ({ location }) => location.href });
  return (
    <AppFrame holder="attorney">
      {signedIn && !signedIn.attorney && (
        <SessionEnded>
          <AppLink to="/attorney/sign-in" search={{ next }}>
            Sign in
          </AppLink>
        </SessionEnded>
      )}
      <Outlet />
    </AppFrame>
  );
}

/** Where there is live mode, its owner is told what it waits for. */
function UnconfirmedAddress() {
  const { data: me } = useQuery(meQuery);
  const { button, data, error } = useAction({ run: () => call('POST /v1/me/address/mail', {}) });
  if (!me?.modes.live || me.organization.verified || me.user.role !== 'owner') return null;
  return (
    <Alert className="no-print" color="blue" radius={0} py={6} px="var(--page-x)">
      <Group gap="sm">
        <Text size="sm" className="breakable" flex="1 1 16rem">
          <b>Confirm your email address.</b> We sent a link to {me.user.email}. Live mode and invitations start once you
          click it.
        </Text>
        <SmallButton {...button}>Send again</SmallButton>
      </Group>
      <Text size="sm" aria-live="polite">
        {data && 'If your address is not confirmed yet, a link is on its way. We send at most 3 an hour.'}
      </Text>
      <RefusalAlert error={error} />
    </Alert>
  );
}

function SessionEnded({ children }: { children: React.ReactNode }) {
  return (
    <Alert color="yellow" radius={0} title={refusalTitles.unauthenticated} role="alert">
      <Text size="sm">{messageOf(new Refusal('unauthenticated'))}</Text>
      <Group mt="sm">{children}</Group>
    </Alert>
  );
}
