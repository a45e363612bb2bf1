import {
  IconBook2,
  IconBuilding,
  IconFiles,
  IconFolders,
  IconHome,
  IconSettings,
  IconTerminal2,
} from '@tabler/icons-react';
import type { Holder } from '../api/holder.ts';

/**
 * The pages in the sidebar. On a phone, those with `isMain` are in the bar at the bottom, and the others in a menu. The
 * key G followed by `goKey` opens the page.
 */
export const places = {
  customer: [
    { to: '/home', name: 'Home', Icon: IconHome, isMain: true, goKey: 'H' },
    { to: '/cases', name: 'Cases', Icon: IconFolders, isMain: true, goKey: 'C' },
    { to: '/inbox', name: 'Files', Icon: IconFiles, isMain: true, goKey: 'F' },
    { to: '/developers', name: 'Developers', Icon: IconTerminal2, isMain: false, goKey: 'D' },
    { to: '/organization', name: 'Organization', Icon: IconBuilding, isMain: false, goKey: 'O' },
  ],
  attorney: [
    { to: '/attorney', name: 'Cases', Icon: IconFolders, isMain: true, goKey: 'C' },
    { to: '/attorney/account', name: 'Account', Icon: IconSettings, isMain: true, goKey: 'A' },
  ],
} as const;

/** The link to the documentation, which isn't a page of this website. */
export const docs = { href: '/docs', name: 'API docs', Icon: IconBook2 } as const;

/** Returns the page in the sidebar that a path belongs to. */
export function placeOfPath(holder: Holder, path: string): string | undefined {
  const within = places[holder].filter(({ to }) => path === to || path.startsWith(`${to}/`));
  return within.toSorted((a, b) => b.to.length - a.to.length)[0]?.to;
}
