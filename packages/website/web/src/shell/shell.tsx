import { Anchor } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { Banner } from '../shared/parts.tsx';
import { Questions } from '../shared/confirm.tsx';
import { refusalTitles } from '../wording/refusals.ts';

/**
 * The parts that every page has: a link that skips the navigation, a message when the network is lost, and the
 * confirmation dialogs.
 */
export function Shell() {
  const { online } = useNetwork();
  return (
    <>
      <Anchor href="#content" className="skip" c="inherit">
        Skip to content
      </Anchor>
      {!online && (
        <Banner tone="warning" title={refusalTitles.offline} role="alert">
          What you see may be out of date. What you typed stays on the page.
        </Banner>
      )}
      <Outlet />
      <Questions />
    </>
  );
}
