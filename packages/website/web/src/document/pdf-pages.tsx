import { Skeleton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconLayoutSidebar } from '@tabler/icons-react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { SmallButton } from '../shared/parts.tsx';
import { Broken, type OnShown } from './broken.tsx';
import { byPage, type Match, useFind } from './find.ts';
import './pdf.css';
import { openPdf } from './pdf-document.ts';
import { PdfPage, Thumbnail } from './pdf-page.tsx';
import { Tool, Tools } from './tools.tsx';
import { FindButton, FindPanel, PageControls, ZoomControls } from './viewer-controls.tsx';

interface PdfPagesProps {
  bytes: Uint8Array<ArrayBuffer>;
  /** Called once the first page has been painted, or once an error is displayed because the file can't be shown. */
  onShown: OnShown;
}

interface Opened {
  pdf: PDFDocumentProxy;
  /** The size of the first page, assumed for other pages until theirs is known. */
  guess: { width: number; height: number };
}

/** A PDF viewer with controls for pages, zoom and search. A page is painted only while it is near the visible area. */
export function PdfPages({ bytes, onShown }: PdfPagesProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    let isOpen = true;
    const task = openPdf(bytes);
    task.promise
      .then(async (pdf) => ({ pdf, guess: (await pdf.getPage(1)).getViewport({ scale: 1 }) }))
      .then(
        (loaded) => isOpen && setOpened(loaded),
        () => isOpen && setBroken(true),
      );
    return () => {
      isOpen = false;
      void task.destroy();
    };
  }, [bytes]);
  if (isBroken) return <Broken onShown={onShown} />;
  if (opened === null) return <Skeleton className="pdf-loading" aria-label="Loading the document" role="progressbar" />;
  return <Pages {...opened} onShown={onShown} />;
}

/** The maximum number of pages to lay out at once, because a small file can claim to have a million. */
const pagesAtOnce = 200;
const thumbnailWidth = 72;
/** A document with more pages than this opens with thumbnails if the screen is wide. */
const fewPages = 4;

const ignore = () => {};
const none: readonly Match[] = [];

function Pages({ pdf, guess, onShown }: Opened & Omit<PdfPagesProps, 'bytes'>) {
  const of = pdf.numPages;
  const [zoom, setZoom] = useState(1);
  const [hasThumbnails, setThumbnails] = useState(() => of > fewPages && matchMedia('(min-width: 1100px)').matches);
  const { ref: measured, width: room } = useElementSize();
  const width = Math.floor(room * zoom);
  const { scroller, page, goTo, onScroll } = usePlace(of, width);
  const [isFinding, setFinding] = useState(false);
  const [words, setWords] = useState('');
  const [step, setStep] = useState({ words: '', at: 0 });
  const found = useFind(pdf, words);
  // A new search starts at its first match. There is no current match until one is found.
  const at = step.words === found.words ? step.at : 0;
  const current = found.matches[at];
  const onPage = useMemo(() => byPage(found.matches), [found.matches]);
  // A layout effect, so it runs before PdfPage scrolls to the match.
  useLayoutEffect(() => {
    if (current) goTo(current.page);
  }, [current, goTo]);
  const frame = useRef<HTMLDivElement>(null);
  const openFind = () => {
    setFinding(true);
    // The search may already be open while the focus is elsewhere.
    frame.current?.querySelector<HTMLInputElement>('search input')?.focus();
  };
  const before = Math.floor((page - 1) / pagesAtOnce) * pagesAtOnce;
  const numbers = Array.from({ length: Math.min(pagesAtOnce, of - before) }, (_, index) => before + index + 1);
  const more = (from: number) =>
    from > 0 &&
    from <= of && (
      <SmallButton onClick={() => goTo(from)}>
        Pages {from} to {Math.min(of, from + pagesAtOnce - 1)}
      </SmallButton>
    );
  return (
    <>
      <Tools label="Viewer">
        {of > 1 && (
          <Tool
            name="Thumbnails"
            className="viewer-wide"
            aria-pressed={hasThumbnails}
            onClick={() => setThumbnails(!hasThumbnails)}
          >
            <IconLayoutSidebar size={16} aria-hidden />
          </Tool>
        )}
        <PageControls page={page} of={of} onGo={goTo} />
        <ZoomControls zoom={zoom} onZoom={setZoom} />
        <FindButton onOpen={openFind} />
      </Tools>
      <div className="pdf" ref={frame}>
        {isFinding && (
          <FindPanel
            words={words}
            onType={setWords}
            onClose={() => {
              setWords('');
              setFinding(false);
            }}
            found={found}
            at={at}
            onStep={(by) => {
              const { length } = found.matches;
              setStep({ words: found.words, at: (at + by + length) % Math.max(1, length) });
            }}
          />
        )}
        {hasThumbnails && (
          <nav
            className="pdf-scroll pdf-strip"
            aria-label="Thumbnails"
            onKeyDown={(event) => {
              const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
              if (by === undefined) return;
              event.preventDefault();
              goTo(page + by);
            }}
          >
            {numbers.map((number) => (
              <Thumbnail
                key={number}
                {...{ pdf, number, guess, width: thumbnailWidth, isCurrent: number === page, onGo: goTo }}
              />
            ))}
          </nav>
        )}
        <div className="pdf-scroll" ref={scroller} onScroll={onScroll} tabIndex={0} role="group" aria-label="Pages">
          <div ref={measured} className="pdf-room" />
          {more(before + 1 - pagesAtOnce)}
          {room > 0 &&
            numbers.map((number) => (
              <PdfPage
                key={number}
                {...{ pdf, number, guess, width, current }}
                matches={onPage.get(number) ?? none}
                onShown={number === 1 ? onShown : ignore}
              />
            ))}
          {more(before + 1 + pagesAtOnce)}
        </div>
      </div>
    </>
  );
}

/**
 * Determines the current page from the scroll position. Also scrolls to another page, and keeps the position when the
 * width changes.
 */
function usePlace(of: number, width: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState(1);
  /** The page to scroll to once it is laid out. */
  const [goal, setGoal] = useState(1);
  /** The last position that the viewer itself scrolled to, to tell its scrolling from the reader's. */
  const led = useRef(0);
  const part = useRef(0);
  const leadTo = useCallback((to: number) => {
    const frame = scroller.current?.querySelector<HTMLElement>(`[data-page="${to}"]`);
    if (!scroller.current || !frame) return setGoal(to);
    scroller.current.scrollTop = to === 1 ? 0 : frame.offsetTop;
    led.current = scroller.current.scrollTop;
  }, []);
  const goTo = useCallback(
    (to: number) => {
      const wanted = Math.min(of, Math.max(1, to));
      setPage(wanted);
      leadTo(wanted);
    },
    [of, leadTo],
  );
  useLayoutEffect(() => leadTo(goal), [goal, leadTo]);
  useLayoutEffect(() => {
    if (scroller.current) led.current = scroller.current.scrollTop = part.current * scroller.current.scrollHeight;
  }, [width]);
  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    part.current = element.scrollTop / element.scrollHeight;
    if (Math.abs(element.scrollTop - led.current) < 2) return;
    led.current = -2;
    const line = element.scrollTop + element.clientHeight / 3;
    const frames = [...element.querySelectorAll<HTMLElement>('[data-page]')];
    const seen = frames.findLast(({ offsetTop }) => offsetTop <= line);
    if (seen) setPage(Number(seen.dataset['page']));
  };
  return { scroller, page, goTo, onScroll };
}
