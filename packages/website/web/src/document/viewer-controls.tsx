import { Group, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconFileSearch, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useState } from 'react';
import { Key } from '../shared/parts.tsx';
import { type Found, mostMatches } from './find.ts';
import { Tool } from './tools.tsx';

/** The zoom levels. 1 fits the width of the viewer. */
const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

interface ZoomProps {
  zoom: number;
  onZoom: (zoom: number) => void;
}

/** Buttons that change the size of a document. */
export function ZoomControls({ zoom, onZoom }: ZoomProps) {
  const at = zooms.indexOf(zoom);
  const control = (name: string, to: number | undefined, face: React.ReactNode) => (
    <Tool name={name} isOff={to === undefined} onClick={() => to !== undefined && onZoom(to)}>
      {face}
    </Tool>
  );
  return (
    <Group gap={0} role="group" aria-label="Zoom" wrap="nowrap" className="viewer-wide">
      {control('Zoom out', zooms[at - 1], <IconZoomOut size={16} aria-hidden />)}
      <UnstyledButton className="viewer-text" aria-label="Fit to width" onClick={() => onZoom(1)}>
        {zoom === 1 ? 'Fit' : `${zoom * 100}%`}
      </UnstyledButton>
      {control('Zoom in', zooms[at + 1], <IconZoomIn size={16} aria-hidden />)}
    </Group>
  );
}

interface PageControlsProps {
  page: number;
  of: number;
  onGo: (page: number) => void;
}

/** Shows the page number, and lets the reader go to another page. */
export function PageControls({ page, of, onGo }: PageControlsProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Group
      component="form"
      gap={2}
      wrap="nowrap"
      aria-label="Pages"
      onSubmit={(event: React.FormEvent) => {
        event.preventDefault();
        if (typed !== null && /^\d+$/.test(typed)) onGo(Number(typed));
        setTyped(null);
      }}
    >
      <Tool name="Previous page" isOff={page === 1} onClick={() => onGo(page - 1)}>
        <IconChevronUp size={16} aria-hidden />
      </Tool>
      <TextInput
        classNames={{ input: 'viewer-page' }}
        w={`${String(of).length + 2}ch`}
        miw="2.25rem"
        aria-label="Page"
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? page}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={() => setTyped(null)}
      />
      <Text size="sm" c="dimmed" data-pages={`${page} of ${of}`} style={{ whiteSpace: 'nowrap' }}>
        of {of}
      </Text>
      <Tool name="Next page" isOff={page === of} onClick={() => onGo(page + 1)}>
        <IconChevronDown size={16} aria-hidden />
      </Tool>
    </Group>
  );
}

/** A button that opens the search, as the "/" key does. */
export function FindButton({ onOpen }: { onOpen: () => void }) {
  return (
    <UnstyledButton className="viewer-text" aria-label="Find in the document" data-find onClick={onOpen}>
      <IconFileSearch size={16} aria-hidden />
      <span>Find</span>
      <span aria-hidden>
        <Key>/</Key>
      </span>
    </UnstyledButton>
  );
}

interface FindPanelProps {
  words: string;
  onType: (words: string) => void;
  onClose: () => void;
  found: Found;
  /** The index of the current match. */
  at: number;
  onStep: (step: 1 | -1) => void;
}

/**
 * Lets the reader find words in a document. Enter goes to the next match, Shift+Enter to the previous one, and Escape
 * closes the search.
 */
export function FindPanel({ words, onType, onClose, found, at, onStep }: FindPanelProps) {
  return (
    <Group
      component="search"
      className="viewer-search"
      gap={2}
      wrap="nowrap"
      onKeyDown={(event: React.KeyboardEvent) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <TextInput
        classNames={{ input: 'viewer-find' }}
        w={150}
        type="search"
        aria-label="Find in the document"
        placeholder="Find"
        maxLength={100}
        autoComplete="off"
        autoFocus
        value={words}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onStep(event.shiftKey ? -1 : 1);
        }}
      />
      <Text size="xs" c="dimmed" role="status" miw="4.5rem" ta="center">
        {words.trim() !== '' && countOf(found, at)}
      </Text>
      <Tool name="Previous match" isOff={found.matches.length === 0} onClick={() => onStep(-1)}>
        <IconChevronUp size={16} aria-hidden />
      </Tool>
      <Tool name="Next match" isOff={found.matches.length === 0} onClick={() => onStep(1)}>
        <IconChevronDown size={16} aria-hidden />
      </Tool>
      <Tool name="Close search" onClick={onClose}>
        <IconX size={16} aria-hidden />
      </Tool>
    </Group>
  );
}

function countOf({ matches: { length }, isGoing }: Found, at: number): string {
  if (length === 0) return isGoing ? 'Searching…' : 'Not found';
  const isMore = isGoing || length === mostMatches;
  return `${at + 1} of ${length}${isMore ? '+' : ''}`;
}
