import { Alert, Box, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { call } from '../api/call.ts';
import { useMode } from '../api/mode.ts';
import { meQuery, signedInQuery } from '../api/queries.ts';
import { Refusal } from '../api/refusal.ts';
import { showMomentsIn } from '../shared/format.ts';
import { AppLink, SmallButton } from '../shared/parts.tsx';
import { RefusalAlert } from '../shared/query-state.tsx';
import { useAction } from '../shared/use-action.ts';
import { messageOf, refusalTitles } from '../wording/refusals.ts';

const SignInAgain = lazy(async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain }));

/** Pages that need a session. One that ends meanwhile is said above the page, which keeps what was typed into it. */
export function CustomerPages() {
  const { data: signedIn } = useQuery(signedInQuery);
  const { data: me } = useQuery(meQuery);
  const timeZone = me?.timeZone;
  useMemo(() => showMomentsIn(timeZone), [timeZone]);
  return (
    <>
      {signedIn && !signedIn.customer && (
        <SessionEnded>
          <Suspense>
            <SignInAgain />
          </Suspense>
        </SessionEnded>
      )}
      <ModeBanner />
      <UnconfirmedAddress />
      {/* The end of the page is below the screen, before and after the rest has come. */}
      <Box mih="100dvh">
        <Outlet key={timeZone} />
      </Box>
    </>
  );
}

/** Says on every page and screen whether what is done here is real. */
function ModeBanner() {
  const mode = useMode();
  const { data: me } = useQuery(meQuery);
  if (!me) return null;
  return (
    <Group className={`mode-banner ${mode}-mode`} role="note" aria-label="Mode" px="md" py={4} mb="md" gap="xs">
      <Text size="sm" fw={650}>
        {mode === 'test' ? 'Test mode' : 'Live mode'}
      </Text>
      <Text size="sm">{mode === 'test' ? 'Nothing is served or filed.' : 'Cases are real.'}</Text>
    </Group>
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

/** Where there is live mode, its owner is told what it waits for. */
function UnconfirmedAddress() {
  const { data: me } = useQuery(meQuery);
  const { button, data, error } = useAction({ run: () => call('POST /v1/me/address/mail', {}) });
  if (!me?.modes.live || me.organization.verified || me.user.role !== 'owner') return null;
  return (
    <Alert className="no-print" color="yellow" variant="outline" mb="md" py={6}>
      <Group gap="sm">
        <Text size="sm" className="breakable" flex="1 1 16rem">
          <b>Confirm your email address.</b> We sent a link to {me.user.email}. Until you follow it, live mode and
          invitations may be off. Test mode works.
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
    <Alert color="yellow" variant="outline" title={refusalTitles.unauthenticated} mb="md" role="alert">
      <Text size="sm">{messageOf(new Refusal('unauthenticated'))}</Text>
      <Group mt="sm">{children}</Group>
    </Alert>
  );
}
