import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call, callWebsite } from '../api/call.ts';
import { meQuery, signedInQuery } from '../api/queries.ts';
import { replaceSignedIn } from '../api/query-client.ts';
import { forgetUnsent } from '../shared/unsent.ts';
import { shellWords } from '../wording/shell.ts';
import { ModeSwitch } from './mode-switch.tsx';
import { Hint } from '../shared/hint.tsx';
import { SmallButton } from '../shared/small-button.tsx';

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
    // The website ends the cookie whatever the service responds; what is left of a session ends by its age.
    await (
      role === 'customer' ? call('POST /v1/auth/logout', {}) : callWebsite('POST', '/app/attorney/sign-out')
    ).catch(() => undefined);
    await navigate({ to: role === 'customer' ? '/sign-in' : '/attorney/sign-in' });
    forgetUnsent(); // a page that is left keeps what was typed on it
    const before = queries.getQueryData(signedInQuery.queryKey) ?? { customer: false, attorney: false };
    replaceSignedIn(queries, { ...before, [role]: false });
  };
  return <SmallButton onClick={() => void signOut()}>{shellWords.signOut}</SmallButton>;
}
