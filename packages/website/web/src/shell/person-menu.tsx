import { Menu, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { IconLogout, IconMoon, IconSelector, IconSettings, IconSun } from '@tabler/icons-react';
import type { Holder } from '../api/holder.ts';
import { attorneyQuery, meQuery } from '../api/queries.ts';
import classes from './app-frame.module.css';
import { ShortcutsItem } from './shortcuts.tsx';
import { useScheme } from './use-scheme.ts';
import { useSignOut } from './use-sign-out.ts';

/** Shows who is signed in, with links to their account and to sign out. */
export function PersonMenu({ holder }: { holder: Holder }) {
  const { name, organization } = useWho(holder);
  const isAccount = useRouterState({ select: ({ location }) => location.pathname === '/account' });
  return (
    <Menu position="top-start" width={216}>
      <Menu.Target>
        <UnstyledButton
          className={classes['person']}
          aria-label={`Your menu: ${name} ${organization}`}
          title={organization}
          {...(isAccount && { 'aria-current': 'page' })}
        >
          <span>
            <b>{name}</b> <small>{organization}</small>
          </span>
          <i data-initials={initialsOf(name)} aria-hidden />
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <PersonItems holder={holder} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** The items of the user's menu, in the sidebar and on a phone. */
export function PersonItems({ holder }: { holder: Holder }) {
  const navigate = useNavigate();
  const signOut = useSignOut(holder);
  const { isDark, verb, toggle } = useScheme();
  const account = holder === 'customer' ? '/account' : '/attorney/account';
  return (
    <>
      <Menu.Item leftSection={<IconSettings size={16} aria-hidden />} onClick={() => void navigate({ to: account })}>
        Account
      </Menu.Item>
      <Menu.Item
        leftSection={isDark ? <IconSun size={16} aria-hidden /> : <IconMoon size={16} aria-hidden />}
        onClick={toggle}
      >
        {verb}
      </Menu.Item>
      <ShortcutsItem />
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
        Sign out
      </Menu.Item>
    </>
  );
}

/** Returns initials, such as `RM`, for places without room for a name. */
function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word = '') => /^./u.exec(word)?.[0] ?? '')
    .join('')
    .toUpperCase();
}

/**
 * Returns the names of the user and the organization. For an attorney, the states of their licenses replace the
 * organization. Returns placeholders until the names are loaded.
 */
function useWho(holder: Holder): { name: string; organization: string } {
  const { data: me } = useQuery({ ...meQuery, enabled: holder === 'customer' });
  const { data: attorney } = useQuery({ ...attorneyQuery, enabled: holder === 'attorney' });
  if (holder === 'attorney') {
    const states = attorney?.states.join(', ');
    return {
      name: attorney?.name ?? attorney?.email ?? 'Attorney',
      organization: states ? `Attorney, ${states}` : '\u00a0',
    };
  }
  return { name: me?.user.name ?? me?.user.email ?? 'Account', organization: me?.organization.name ?? '\u00a0' };
}
