import { Alert, Anchor } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { Questions } from '../shared/confirm.tsx';
import { refusalTitles } from '../wording/refusals.ts';

/** What every page has: the way past the navigation, the word that the network is gone, and the questions it asks back. */
export function Shell() {
  const { online } = useNetwork();
  return (
    <>
      <Anchor href="#content" className="skip" c="inherit">
        Skip to content
      </Anchor>
      {!online && (
        <Alert color="yellow" radius={0} title={refusalTitles.offline} role="alert">
          What you see may be out of date. What you typed stays on the page.
        </Alert>
      )}
      <Outlet />
      <Questions />
    </>
  );
}
