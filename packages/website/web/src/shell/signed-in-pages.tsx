import { useQuery } from '@tanstack/react-query';
import { Outlet, useMatches, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { useMode } from '../api/mode.ts';
import { meQuery, signedInQuery } from '../api/queries.ts';
import { Refusal } from '../api/refusal.ts';
import { showMomentsIn } from '../shared/format.ts';
import { AppLink, Banner } from '../shared/parts.tsx';
import { SendLinkAgain } from '../shared/send-link-again.tsx';
import { messageOf, refusalTitles } from '../wording/refusals.ts';
import { AppFrame } from './app-frame.tsx';
import classes from './app-frame.module.css';

const SignInAgain = lazy(async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain }));

/**
 * The frame of the customer pages that need a session. If the session ends, a message above the page says so, and the
 * page keeps what was typed.
 */
export function CustomerPages() {
  const { data: signedIn } = useQuery(signedInQuery);
  const { data: me } = useQuery(meQuery);
  const timeZone = me?.timeZone;
  useMemo(() => showMomentsIn(timeZone), [timeZone]);
  const isAlone = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.isAlone) });
  const ended = signedIn && !signedIn.customer && (
    <SessionEnded>
      <Suspense>
        <SignInAgain />
      </Suspense>
    </SessionEnded>
  );
  if (isAlone) {
    return (
      <>
        {ended}
        <Outlet key={timeZone} />
      </>
    );
  }
  return (
    <AppFrame holder="customer">
      {ended}
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

/** If this service has live mode, asks an owner to confirm their address until the organization is verified. */
function UnconfirmedAddress() {
  const mode = useMode();
  const { data: me } = useQuery(meQuery);
  if (!me?.modes.live || me.organization.verified || me.user.role !== 'owner') return null;
  return (
    <div className={`${classes['notice']} ${classes['strip']} no-print`}>
      <Banner tone="active" title="Confirm your email address." action={<SendLinkAgain />}>
        <span className={classes['more']}>
          We sent a link to {me.user.email}.
          {mode === 'test' && ' Live mode and invitations may not work until you follow it.'}
        </span>
      </Banner>
    </div>
  );
}

function SessionEnded({ children }: { children: React.ReactNode }) {
  return (
    <div className={classes['notice']}>
      <Banner tone="warning" title={refusalTitles.unauthenticated} role="alert" action={children}>
        {messageOf(new Refusal('unauthenticated'))}
      </Banner>
    </div>
  );
}
