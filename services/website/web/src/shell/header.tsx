import { Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { call, callWebsite } from '../api/call.ts';
import { meQuery, signedInQuery } from '../api/queries.ts';
import { replaceSignedIn } from '../api/query-client.ts';
import { AppLink } from '../shared/app-link.tsx';
import { forgetUnsent } from '../shared/unsent.ts';
import { siteName } from '../wording/common.ts';
import { shellWords } from '../wording/shell.ts';
import { ModeSwitch } from './mode-switch.tsx';
import { SchemeSwitch } from './scheme-switch.tsx';

/** Name, places, mode and who is signed in. A person who is both sees what belongs to the page. */
export function Header() {
  const { data: signedIn } = useQuery(signedInQuery);
  const isAttorneyPage = useRouterState({ select: ({ location }) => /^\/attorney(\/|$)/.test(location.pathname) });
  const role = isAttorneyPage ? 'attorney' : 'customer';
  const isSignedIn = signedIn?.[role] ?? false;
  return (
    <Group component="nav" aria-label={shellWords.places} h="100%" px="md" gap="sm" justify="space-between">
      <Group gap="md">
        <AppLink to="/" fw={700} c="inherit" underline="hover">
          {siteName}
        </AppLink>
        {isSignedIn && (isAttorneyPage ? <AttorneyPlaces /> : <CustomerPlaces />)}
      </Group>
      <Group gap="sm">
        {isSignedIn && !isAttorneyPage && <CustomerState />}
        <SchemeSwitch />
        {isSignedIn && <SignOut role={role} />}
        {signedIn && !isSignedIn && (
          <AppLink to={isAttorneyPage ? '/attorney/sign-in' : '/sign-in'}>{shellWords.signIn}</AppLink>
        )}
      </Group>
    </Group>
  );
}

const current = { activeProps: { 'aria-current': 'page', fw: 600 } } as const;

function CustomerPlaces() {
  return (
    <>
      <AppLink to="/cases" {...current}>
        {shellWords.cases}
      </AppLink>
      <AppLink to="/organization" {...current}>
        {shellWords.organization}
      </AppLink>
      <AppLink to="/account" {...current}>
        {shellWords.account}
      </AppLink>
    </>
  );
}

function AttorneyPlaces() {
  return (
    <AppLink to="/attorney" {...current}>
      {shellWords.queue}
    </AppLink>
  );
}

function CustomerState() {
  const { data: me } = useQuery(meQuery);
  if (!me) return null;
  return (
    <>
      {me.modes.live && <ModeSwitch />}
      <Text size="sm" c="dimmed" visibleFrom="md">
        {me.user.name ?? me.user.email}
      </Text>
    </>
  );
}

function SignOut({ role }: { role: 'customer' | 'attorney' }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const signOut = async () => {
    // The website ends the cookie whatever the service responds; what is left of a session ends by its age.
    await (
      role === 'customer' ? call('POST /v1/auth/logout', {}) : callWebsite('POST', '/app/attorney/sign-out')
    ).catch(() => undefined);
    forgetUnsent();
    await navigate({ to: role === 'customer' ? '/sign-in' : '/attorney/sign-in' });
    const before = queries.getQueryData(signedInQuery.queryKey) ?? { customer: false, attorney: false };
    replaceSignedIn(queries, { ...before, [role]: false });
  };
  return (
    <Button size="xs" variant="default" onClick={() => void signOut()}>
      {shellWords.signOut}
    </Button>
  );
}
