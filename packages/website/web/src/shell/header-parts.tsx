import { Anchor, Button, SegmentedControl, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { call } from '../api/call.ts';
import { switchMode, useMode } from '../api/mode.ts';
import { meQuery, signedInQuery } from '../api/queries.ts';
import { replaceSignedIn } from '../api/query-client.ts';
import { AppLink, Hint, SmallButton } from '../shared/parts.tsx';
import { forgetUnsent } from '../shared/unsent.ts';
import { modeNames } from '../wording/names.ts';

const current = { activeProps: { 'aria-current': 'page', fw: 600 } } as const;

const customerPlaces = [
  { to: '/home', name: 'Home' },
  { to: '/cases', name: 'Cases' },
  { to: '/inbox', name: 'Inbox' },
  { to: '/developers', name: 'Developers' },
  { to: '/organization', name: 'Organization' },
  { to: '/account', name: 'Account' },
] as const;
const attorneyPlaces = [
  { to: '/attorney', name: 'Cases' },
  { to: '/attorney/account', name: 'Account' },
] as const;

/** Links to the pages of a person, and to the documentation, which is no page of this website. */
export function Places({ role }: { role: 'customer' | 'attorney' }) {
  const places = role === 'customer' ? customerPlaces : attorneyPlaces;
  return (
    <>
      {places.map(({ to, name }) => (
        <AppLink key={to} to={to} underline="hover" {...current}>
          {name}
        </AppLink>
      ))}
      <Anchor href="/docs" underline="hover">
        API docs
      </Anchor>
    </>
  );
}

/** Who is signed in, in which mode, and the way out. */
export function Person({ role }: { role: 'customer' | 'attorney' }) {
  return (
    <>
      {role === 'customer' && <CustomerState />}
      <SignOut role={role} />
    </>
  );
}

function CustomerState() {
  const { data: me } = useQuery(meQuery);
  if (!me) return null;
  return (
    <>
      {me.modes.live && <ModeSwitch />}
      <Hint maw="12rem" truncate visibleFrom="lg">
        {me.user.name ?? me.user.email}
      </Hint>
    </>
  );
}

function SignOut({ role }: { role: 'customer' | 'attorney' }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const signOut = async () => {
    // The cookie ends whatever the service responds; what is left of a session ends by its age.
    await call('POST /v1/auth/logout', {}).catch(() => undefined);
    await navigate({ to: role === 'customer' ? '/sign-in' : '/attorney/sign-in' });
    forgetUnsent(); // a page that is left keeps what was typed on it
    const before = queries.getQueryData(signedInQuery.queryKey) ?? { customer: false, attorney: false };
    replaceSignedIn(queries, { ...before, [role]: false });
  };
  return <SmallButton onClick={() => void signOut()}>Sign out</SmallButton>;
}

/** The mode of this tab. A case belongs to one mode, so switching leads from it to the list. */
function ModeSwitch() {
  const mode = useMode();
  const navigate = useNavigate();
  const isOfCase = useRouterState({ select: ({ location }) => location.pathname.startsWith('/cases/') });
  return (
    <SegmentedControl
      size="xs"
      aria-label="Mode"
      data={(['test', 'live'] as const).map((value) => ({ value, label: modeNames[value] }))}
      value={mode}
      onChange={(value) => {
        switchMode(value);
        if (isOfCase) void navigate({ to: '/cases' });
      }}
    />
  );
}

export function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <Button size="xs" variant="subtle" onClick={() => setColorScheme(isDark ? 'light' : 'dark')}>
      {isDark ? 'Light' : 'Dark'}
    </Button>
  );
}
