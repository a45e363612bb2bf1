import { Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { SmallButton } from '../shared/parts.tsx';
import { type Found, mostMatches } from './find.ts';

/** 1 is as wide as the viewer. */
const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

interface ZoomProps {
  zoom: number;
  onZoom: (zoom: number) => void;
}

/** How large a document is shown. */
export function ZoomControls({ zoom, onZoom }: ZoomProps) {
  const at = zooms.indexOf(zoom);
  const control = (name: string, to: number | undefined, text: string) => (
    <Control name={name} isOff={to === undefined || to === zoom} onClick={() => to !== undefined && onZoom(to)}>
      {text}
    </Control>
  );
  return (
    <Group gap={4} role="group" aria-label="Zoom" wrap="nowrap">
      {control('Zoom out', zooms[at - 1], '−')}
      {control('Fit to width', 1, zoom === 1 ? 'Fit' : `${zoom * 100}%`)}
      {control('Zoom in', zooms[at + 1], '+')}
    </Group>
  );
}

interface PageControlsProps {
  page: number;
  of: number;
  onGo: (page: number) => void;
}

/** Which page is read, and the way to another. */
export function PageControls({ page, of, onGo }: PageControlsProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Group
      component="form"
      gap={4}
      wrap="nowrap"
      aria-label="Pages"
      onSubmit={(event: React.FormEvent) => {
        event.preventDefault();
        if (typed !== null && /^\d+$/.test(typed)) onGo(Number(typed));
        setTyped(null);
      }}
    >
      <Control name="Previous page" isOff={page === 1} onClick={() => onGo(page - 1)}>
        ‹
      </Control>
      <TextInput
        size="xs"
        w={48}
        aria-label="Page"
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? page}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={() => setTyped(null)}
      />
      <Text size="sm" data-pages={`${page} of ${of}`}>
        of {of}
      </Text>
      <Control name="Next page" isOff={page === of} onClick={() => onGo(page + 1)}>
        ›
      </Control>
    </Group>
  );
}

interface FindControlsProps {
  words: string;
  onType: (words: string) => void;
  found: Found;
  /** Which of the matches is looked at. */
  at: number;
  onStep: (step: 1 | -1) => void;
}

/** Finds words in a document: Enter leads to the next place, with Shift to the one before. */
export function FindControls({ words, onType, found, at, onStep }: FindControlsProps) {
  return (
    <Group
      component="search"
      gap={4}
      onKeyDown={(event: React.KeyboardEvent) => {
        if (event.key === 'Escape') onType('');
      }}
    >
      <TextInput
        size="xs"
        w={130}
        type="search"
        aria-label="Find in the document"
        placeholder="Find"
        maxLength={100}
        autoComplete="off"
        data-find
        value={words}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onStep(event.shiftKey ? -1 : 1);
        }}
      />
      {words.trim() !== '' && (
        <>
          <Control name="Previous match" isOff={found.matches.length === 0} onClick={() => onStep(-1)}>
            ‹
          </Control>
          <Control name="Next match" isOff={found.matches.length === 0} onClick={() => onStep(1)}>
            ›
          </Control>
          <Text size="sm" c="dimmed" role="status">
            {countOf(found, at)}
          </Text>
        </>
      )}
    </Group>
  );
}

function countOf({ matches: { length }, isGoing }: Found, at: number): string {
  if (length === 0) return isGoing ? 'Searching…' : 'Not found';
  const isMore = isGoing || length === mostMatches;
  return `${at + 1} of ${length}${isMore ? '+' : ''}`;
}

interface ControlProps {
  name: string;
  /** It does nothing now. It keeps the focus all the same. */
  isOff?: boolean;
  onClick: () => void;
  children: string;
}

function Control({ name, isOff = false, onClick, children }: ControlProps) {
  return (
    <SmallButton px={8} aria-label={name} aria-disabled={isOff} onClick={onClick}>
      {children}
    </SmallButton>
  );
}
