import { Anchor } from '@mantine/core';
import { AppLink } from '../shared/app-link.tsx';
import { shellWords } from '../wording/shell.ts';

const current = { activeProps: { 'aria-current': 'page', fw: 600 } } as const;

const customerPlaces = [
  { to: '/cases', name: shellWords.cases },
  { to: '/developers', name: shellWords.developers },
  { to: '/organization', name: shellWords.organization },
  { to: '/account', name: shellWords.account },
] as const;
const attorneyPlaces = [{ to: '/attorney', name: shellWords.queue }] as const;

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
        {shellWords.docs}
      </Anchor>
    </>
  );
}
