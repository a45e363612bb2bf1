import { Menu, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { IconKeyboard } from '@tabler/icons-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Holder } from '../api/holder.ts';
import { Dialog } from '../shared/dialog.tsx';
import { Key } from '../shared/parts.tsx';
import { isFree, shownShortcuts } from '../shared/shortcuts.ts';
import { places } from './places.ts';
import classes from './shortcuts.module.css';

let isShown = false;
const listeners = new Set<() => void>();

function show(next: boolean): void {
  isShown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The keyboard shortcuts that every page has, and the dialog that lists them together with the page's own. */
export function Shortcuts({ holder }: { holder: Holder }) {
  useKeys(holder);
  const opened = useSyncExternalStore(subscribe, () => isShown);
  return (
    <Dialog opened={opened} onClose={() => show(false)} title="Keyboard shortcuts" size="sm">
      <Stack gap="lg">
        {shownShortcuts().map(({ title, shortcuts }) => (
          <KeyList key={title} title={title} keys={shortcuts.map(({ key, name }) => [[labelOf(key)], name])} />
        ))}
        <KeyList title="Go to" keys={places[holder].map(({ goKey, name }) => [['G', goKey], name] as const)} />
        <KeyList title="On every page" keys={[[['?'], 'Keyboard shortcuts']]} />
      </Stack>
    </Dialog>
  );
}

function useKeys(holder: Holder): void {
  const navigate = useNavigate();
  /** Whether the previous key was G. */
  const follows = useRef(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Shift' || !isFree(event)) return;
      const key = event.key.toUpperCase();
      const place = follows.current ? places[holder].find((one) => one.goKey === key) : undefined;
      follows.current = key === 'G' && place === undefined;
      if (place) void navigate({ to: place.to });
      else if (key === '?') show(true);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [holder, navigate]);
}

/** A menu item that opens the list of shortcuts. */
export function ShortcutsItem() {
  return (
    <Menu.Item
      leftSection={<IconKeyboard size={16} aria-hidden />}
      rightSection={<Key>?</Key>}
      onClick={() => show(true)}
      visibleFrom="sm"
    >
      Keyboard shortcuts
    </Menu.Item>
  );
}

function KeyList({ title, keys }: { title: string; keys: readonly (readonly [string[], string])[] }) {
  return (
    <section>
      <Text component="h3" size="xs" c="dimmed" fw={500} mb={4}>
        {title}
      </Text>
      <dl className={classes['keys']}>
        {keys.map(([pressed, name]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {pressed.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Returns the label of a key. `j` is printed on the key as `J`. */
function labelOf(key: string): string {
  return key.length === 1 ? key.toUpperCase() : key;
}
