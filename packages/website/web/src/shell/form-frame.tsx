import { IconCheck } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { stepNames } from '../shared/life.ts';
import { AppLink } from '../shared/parts.tsx';
import { Brand } from './brand.tsx';
import classes from './form-frame.module.css';

const ways = {
  '/attorney/sign-in': 'Attorney sign-in',
  '/contact': 'Contact',
  '/request-access': 'Request live access',
} as const;

type Way = keyof typeof ways;

/** What the panel next to a form says about the page. */
export interface About {
  lead: string;
  items: readonly { name: ReactNode; text?: ReactNode }[];
  /** Whether the items are steps in order. True by default. */
  isSequence?: boolean;
  /** The index of the step that this page is for. If it is left out, no step is marked. */
  now?: number;
  note?: ReactNode;
}

const everyCase: About = {
  lead: 'Every case, from notice to writ, with an attorney’s approval before anything is served or filed.',
  items: Object.values(stepNames).map((name) => ({ name })),
};

export interface FormFrameProps {
  children: ReactNode;
  /** Defaults to the steps of a case. */
  about?: About | undefined;
  /** The links at the bottom of the page. Defaults to all of them. */
  links?: readonly Way[] | undefined;
}

/** The frame of a page that consists of one form, with a panel that says what the page is about. */
export function FormFrame({ children, about = everyCase, links = Object.keys(ways) as Way[] }: FormFrameProps) {
  const here = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <div className={classes['split']}>
      <div className={classes['form']}>
        <header>
          <Brand />
        </header>
        <main id="content" tabIndex={-1} className={classes['column']}>
          {children}
        </main>
        <nav className={classes['foot']} aria-label="More pages">
          {links
            .filter((to) => to !== here)
            .map((to) => (
              <AppLink key={to} to={to}>
                {ways[to]}
              </AppLink>
            ))}
        </nav>
      </div>
      <aside className={classes['panel']} data-brief={about !== everyCase} aria-label="About this page">
        <AboutPage {...about} />
        <p>Not a law firm. This service gives no legal advice.</p>
      </aside>
    </div>
  );
}

function AboutPage({ lead, items, isSequence = true, now = -1, note }: About) {
  const [List, at] = isSequence ? (['ol', now] as const) : (['ul', -1] as const);
  return (
    <div>
      <p className={classes['lead']}>{lead}</p>
      <List className={classes['items']}>
        {items.map(({ name, text }, index) => (
          <li
            key={index}
            data-status={index < at ? 'done' : index === at ? 'now' : 'ahead'}
            aria-current={index === at ? 'step' : undefined}
          >
            {index < at && <IconCheck size={12} stroke={3} aria-hidden />}
            {name}
            {text !== undefined && <small>{text}</small>}
          </li>
        ))}
      </List>
      {note !== undefined && <p className={classes['note']}>{note}</p>}
    </div>
  );
}
