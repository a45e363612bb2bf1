import {
  ActionIcon,
  type ActionIconProps,
  Alert,
  Anchor,
  type AnchorProps,
  Badge,
  Button,
  type ButtonProps,
  Skeleton,
  Stack,
  type StackProps,
  Text,
  type TextProps,
  Title,
  type TitleProps,
} from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import { type ComponentPropsWithRef, type ReactNode, useEffect, useId, useRef } from 'react';
import { siteName } from '../wording/names.ts';
import type { FactRow } from './fact-rows.ts';
import { capitalized, formatAgo, formatMoment } from './format.ts';
import classes from './parts.module.css';

/** Says how long ago a moment was, with a capital letter unless it is part of a sentence. */
export function Ago({ moment, isInSentence = false }: { moment: string; isInSentence?: boolean }) {
  const ago = formatAgo(moment, new Date());
  return (
    <time dateTime={moment} title={formatMoment(moment)}>
      {isInSentence ? ago : capitalized(ago)}
    </time>
  );
}

/** Text that is less prominent. */
export function Hint(props: TextProps & { children: ReactNode }) {
  return <Text size="sm" c="dimmed" {...props} />;
}

/** Small, less prominent text next to a heading. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <Hint span size="xs" c="var(--ink-3)">
      {children}
    </Hint>
  );
}

/** A small button next to the thing that it affects. */
export function SmallButton(props: ButtonProps & Omit<React.ComponentProps<'button'>, keyof ButtonProps>) {
  return <Button size="xs" variant="default" {...props} />;
}

/** A button below a list that shows more of it. */
export function ShowMore(props: { onClick: () => void; loading?: boolean }) {
  return (
    <SmallButton style={{ alignSelf: 'start' }} {...props}>
      Show more
    </SmallButton>
  );
}

/** The style of a button whose label contains a name, which can have any length. */
export const wrapping = {
  h: 'auto',
  py: 6,
  styles: { label: { whiteSpace: 'normal' } },
} as const satisfies ButtonProps;

export type Tone = 'good' | 'warning' | 'bad' | 'active' | 'neutral';

const tagColors: Readonly<Record<Tone, string>> = {
  good: 'green',
  warning: 'yellow',
  bad: 'red',
  active: 'blue',
  neutral: 'gray',
};

/** A highlighted word. Its color only repeats its meaning. For the state of a case, use `CaseStatus` instead. */
export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <Badge
      color={tagColors[tone]}
      h="auto"
      mih="1.25rem"
      styles={{ label: { whiteSpace: 'normal', overflow: 'visible' } }}
    >
      {children}
    </Badge>
  );
}

interface PlainListProps extends StackProps {
  component?: 'ul' | 'ol';
  'aria-label'?: string;
  children: ReactNode;
}

/** A list without bullets. */
export function PlainList({ component = 'ul', ...props }: PlainListProps) {
  return <Stack component={component} gap="xs" m={0} pl={0} style={{ listStyle: 'none' }} {...props} />;
}

interface SectionProps {
  title: string;
  help?: string | undefined;
  /** The number of entries, shown next to the heading. */
  count?: number | undefined;
  /** Shown at the end of the heading's line. */
  beside?: ReactNode;
  /** Whether the section contains a table, whose first row follows the heading directly. */
  isTable?: boolean;
  children: ReactNode;
}

/** A section of a page, with a heading over a hairline and without a box. */
export function Section({ title, help, count, beside, isTable = false, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes['section']}>
      <header className={classes['heading']} data-plain={isTable}>
        <Title order={2} size="h4" id={id} className="breakable">
          {title}
        </Title>
        {count !== undefined && <span className={classes['count']}>{count}</span>}
        <span className={classes['beside']}>{beside}</span>
      </header>
      <Stack gap="sm">
        {help !== undefined && <Hint>{help}</Hint>}
        {children}
      </Stack>
    </section>
  );
}

/** A box for something that stands apart from the page: the next step, or a choice. Nothing else has a box. */
export function Card({ children, ...props }: { children: ReactNode } & React.ComponentProps<'section'>) {
  return (
    <section {...props} className={classes['card']}>
      {children}
    </section>
  );
}

interface BannerProps {
  tone: Exclude<Tone, 'neutral'>;
  title?: string | undefined;
  children?: ReactNode;
  /** At most one button, at the end of the line. */
  action?: ReactNode;
  role?: 'alert' | 'status';
}

const bannerIcons = { good: IconCircleCheck, warning: IconAlertTriangle, bad: IconAlertCircle, active: IconInfoCircle };

/** Announces a problem or a result: an icon, a sentence, and what to do. */
export function Banner({ tone, title, children, action, ...props }: BannerProps) {
  const Icon = bannerIcons[tone];
  return (
    <Alert
      color={tagColors[tone]}
      icon={<Icon size={16} aria-hidden />}
      // Center the icon, because a button makes the line taller than the icon.
      {...(action && { styles: { wrapper: { alignItems: 'center' } } })}
      {...props}
    >
      <div className={classes['banner']}>
        <div className={`${classes['bannerText']} breakable`}>
          {title !== undefined && <b>{title}</b>} {children}
        </div>
        {action}
      </div>
    </Alert>
  );
}

/** A list of entries with a hairline below each. */
export function Lines({ children, ...props }: { children: ReactNode } & React.ComponentProps<'ul'>) {
  return (
    <ul {...props} className={classes['lines']}>
      {children}
    </ul>
  );
}

/** A placeholder for lines that are still loading. `lines` is their usual number. */
export function Loading({ lines = 4, height = 44 }: { lines?: number; height?: number }) {
  const widths = [72, 46, 60, 38];
  return (
    <div role="progressbar" aria-label="Loading">
      {Array.from({ length: lines }, (_, at) => (
        <div key={at} className={classes['loading']} style={{ height }}>
          <Skeleton h={12} w={`${widths[at % widths.length] ?? 50}%`} />
        </div>
      ))}
    </div>
  );
}

interface EmptyProps {
  /** A string, or the page's heading if the page has no other heading. */
  title: ReactNode;
  /** What to do, in one sentence. */
  children: ReactNode;
  icon?: ReactNode;
  /** At most one button. */
  action?: ReactNode;
}

/** Shown in place of an empty list. Says what to do about it. */
export function Empty({ title, children, icon, action }: EmptyProps) {
  return (
    <div className={classes['empty']}>
      {icon && <span className={classes['glyph']}>{icon}</span>}
      <Text component="div" fw={600} size="lg">
        {title}
      </Text>
      <Text c="dimmed" maw="30rem">
        {children}
      </Text>
      {action && <div className={classes['emptyAction']}>{action}</div>}
    </div>
  );
}

/** Shows the label of a keyboard key. */
export function Key({ children }: { children: string }) {
  return <kbd className={classes['key']}>{children}</kbd>;
}

interface PageTitleProps {
  children: string;
  visible?: ReactNode;
  size?: TitleProps['size'];
}

/**
 * The heading of a page and the title of the browser tab. It takes the focus, so a screen reader announces the new
 * page.
 */
export function PageTitle({ children, visible, size = 'h1' }: PageTitleProps) {
  useDocumentTitle(`${children} · ${siteName}`);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Title order={1} size={size} ref={heading} tabIndex={-1} className="breakable" style={{ outline: 'none' }}>
      {visible ?? children}
    </Title>
  );
}

/** Lists facts, each next to its name, and marks those that have changed. */
export function FactList({ rows }: { rows: readonly FactRow[] }) {
  return (
    <dl className={`${classes['facts']} breakable`}>
      {rows.map(({ label, value, before }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className="wrapped">{value}</span>
            {before !== undefined && (
              <>
                {' '}
                <Tag tone="warning">{value === '' ? 'Removed' : before === '' ? 'Added' : 'Changed'}</Tag>
                {before !== '' && (
                  <Text size="xs" c="dimmed" className="wrapped">
                    Before: <del>{before}</del>
                  </Text>
                )}
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type PlainProps<P> = P & Omit<ComponentPropsWithRef<'a'>, keyof P>;

function PlainAnchor(props: PlainProps<AnchorProps>) {
  return <Anchor {...props} />;
}

function PlainButton(props: PlainProps<ButtonProps>) {
  return <Button component="a" {...props} />;
}

/** Mantine's anchor with the router's typed `to` and `params`. `component={Link}` would lose the types. */
export const AppLink = createLink(PlainAnchor);

/** A link that looks like a button. */
export const ButtonLink = createLink(PlainButton);

/** A link that is an icon. */
export const IconLink = createLink(PlainIcon);

type IconLook = Pick<ActionIconProps, 'variant' | 'size' | 'c'>;

function PlainIcon(props: Omit<ComponentPropsWithRef<'a'>, 'color' | 'style'> & IconLook) {
  return <ActionIcon component="a" variant="subtle" c="var(--ink-2)" {...props} />;
}
