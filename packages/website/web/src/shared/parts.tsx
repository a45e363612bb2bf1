import {
  Anchor,
  type AnchorProps,
  Badge,
  Button,
  type ButtonProps,
  Group,
  Paper,
  SimpleGrid,
  Stack,
  type StackProps,
  Text,
  type TextProps,
  Title,
} from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { createLink } from '@tanstack/react-router';
import { type ComponentPropsWithRef, useEffect, useId, useRef } from 'react';
import { siteName } from '../wording/names.ts';
import type { FactRow } from './fact-rows.ts';
import { formatAgo, formatMoment } from './format.ts';

/** How long ago a moment was. */
export function Ago({ moment }: { moment: string }) {
  return (
    <time dateTime={moment} title={formatMoment(moment)}>
      {formatAgo(moment, new Date())}
    </time>
  );
}

/** A text of less weight. */
export function Hint(props: TextProps & { children: React.ReactNode }) {
  return <Text size="sm" c="dimmed" {...props} />;
}

/** A button beside what it is about. */
export function SmallButton(props: ButtonProps & Omit<React.ComponentProps<'button'>, keyof ButtonProps>) {
  return <Button size="xs" variant="default" {...props} />;
}

/** For a button whose text has a name in it, of any length. */
export const wrapping = {
  h: 'auto',
  py: 6,
  styles: { label: { whiteSpace: 'normal' } },
} as const satisfies ButtonProps;

/** Readable on the page in light and in dark: Mantine's shades of green and orange have a contrast below 4.5:1. */
const tones = {
  good: 'light-dark(#1e6b30, #8ce99a)',
  warning: 'light-dark(#8f3600, #ffc078)',
  bad: 'light-dark(#b02525, #ffa8a8)',
  active: 'light-dark(#2f3ea8, #b4c0ff)',
  neutral: 'var(--mantine-color-dimmed)',
} as const;

export type Tone = keyof typeof tones;

/** A word with a meaning that its color repeats. */
export function ToneBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <Badge variant="default" tt="none" h="auto" c={tones[tone]} styles={{ label: { whiteSpace: 'normal' } }}>
      {children}
    </Badge>
  );
}

interface PlainListProps extends StackProps {
  component?: 'ul' | 'ol';
  'aria-label'?: string;
  children: React.ReactNode;
}

/** A list without bullets. */
export function PlainList({ component = 'ul', ...props }: PlainListProps) {
  return <Stack component={component} gap="xs" m={0} pl={0} style={{ listStyle: 'none' }} {...props} />;
}

interface SectionProps {
  title: string;
  help?: string | undefined;
  /** In the line of the heading. */
  beside?: React.ReactNode;
  children: React.ReactNode;
}

/** A part of a page, named by its heading. */
export function Section({ title, help, beside, children }: SectionProps) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} withBorder p="md" radius="md">
      <Stack gap="sm">
        <Group justify="space-between" align="start" wrap="nowrap">
          <Title order={2} size="h4" id={id} className="breakable">
            {title}
          </Title>
          {beside}
        </Group>
        {help !== undefined && <Hint>{help}</Hint>}
        {children}
      </Stack>
    </Paper>
  );
}

/** The heading of a page and the name of its tab. It takes the focus, so a screen reader says where the link has led. */
export function PageTitle({ children, visible }: { children: string; visible?: React.ReactNode }) {
  useDocumentTitle(`${children} · ${siteName}`);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Title order={1} size="h2" ref={heading} tabIndex={-1} className="breakable" style={{ outline: 'none' }}>
      {visible ?? children}
    </Title>
  );
}

/** Facts to read, each with its name. */
export function FactList({ rows }: { rows: readonly FactRow[] }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="xs" className="breakable">
      {rows.map(({ label, value, before }) => (
        <div key={label}>
          <Hint>{label}</Hint>
          <Text style={{ whiteSpace: 'pre-wrap' }}>{value}</Text>
          {before !== undefined && (
            <>
              <ToneBadge tone="warning">{value === '' ? 'Removed' : before === '' ? 'Added' : 'Changed'}</ToneBadge>
              {before !== '' && (
                <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-wrap' }}>
                  Before: <del>{before}</del>
                </Text>
              )}
            </>
          )}
        </div>
      ))}
    </SimpleGrid>
  );
}

type PlainProps<P> = P & Omit<ComponentPropsWithRef<'a'>, keyof P>;

function PlainAnchor(props: PlainProps<AnchorProps>) {
  return <Anchor {...props} />;
}

function PlainButton(props: PlainProps<ButtonProps>) {
  return <Button component="a" {...props} />;
}

/** Mantine's anchor with the typed `to` and `params` of the router, which `component={Link}` loses. */
export const AppLink = createLink(PlainAnchor);

/** A link that looks like a button. */
export const ButtonLink = createLink(PlainButton);
