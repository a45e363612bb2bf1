import { Box, Burger, Container, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { holderOfPage } from '../api/holder.ts';
import { signedInQuery } from '../api/queries.ts';
import { AppLink } from '../shared/parts.tsx';
import { siteName } from '../wording/names.ts';
import { Person, Places, SchemeSwitch } from './header-parts.tsx';

const Menu = lazy(async () => ({ default: (await import('./menu.tsx')).Menu }));

/** Where the header has room for everything; on narrower screens the rest is in a menu. */
const wide = 'md';

/** Name, places, mode and who is signed in. A person who is both sees what belongs to the page. */
export function Header() {
  const { data: signedIn } = useQuery(signedInQuery);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const next = useRouterState({ select: ({ location: { href, search } }) => placeAfter(href, search) });
  const [isOpen, { open, close }] = useDisclosure();
  useEffect(close, [path, close]);
  const burger = useRef<HTMLButtonElement>(null);
  const leave = () => {
    close();
    burger.current?.focus();
  };
  const role = holderOfPage(path);
  const isSignedIn = signedIn?.[role] ?? false;
  return (
    <Box px="md" h="100%">
      <Container size="lg" h="100%" px={0}>
        <Group component="nav" aria-label="Website" h="100%" justify="space-between" wrap="nowrap">
          <Group gap="lg" wrap="nowrap">
            <AppLink to="/" fw={700} c="inherit" underline="hover">
              <Group component="span" gap={6} wrap="nowrap">
                <img src="/icon.svg" width={20} height={20} alt="" />
                {siteName}
              </Group>
            </AppLink>
            {isSignedIn && (
              <Group gap="md" wrap="nowrap" visibleFrom={wide}>
                <Places role={role} />
              </Group>
            )}
          </Group>
          <Group gap="sm" wrap="nowrap" {...(isSignedIn && { visibleFrom: wide })}>
            {isSignedIn && <Person role={role} />}
            <SchemeSwitch />
            {signedIn && !isSignedIn && (
              <AppLink to={role === 'attorney' ? '/attorney/sign-in' : '/sign-in'} search={{ next }}>
                Sign in
              </AppLink>
            )}
          </Group>
          {isSignedIn && (
            <Box hiddenFrom={wide}>
              <Burger ref={burger} opened={isOpen} onClick={open} aria-label="Menu" aria-expanded={isOpen} />
              <Suspense>{isOpen && <Menu role={role} onClose={leave} />}</Suspense>
            </Box>
          )}
        </Group>
      </Container>
    </Box>
  );
}

/** Where a visitor goes on after signing in: to the page they are on, or where that one was to lead. */
function placeAfter(href: string, search: { next?: unknown }): string | undefined {
  if (typeof search.next === 'string') return search.next;
  return /^\/(sign-|attorney\/sign-in|forgot-|reset-|invitation|confirm-)/.test(href) ? undefined : href;
}
