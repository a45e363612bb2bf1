import { UnstyledButton } from '@mantine/core';
import { type PDFDocumentProxy, type PDFPageProxy, RenderingCancelledException, TextLayer } from 'pdfjs-dist';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Broken, type OnShown } from './broken.tsx';
import { type Match, placeIn, runsOf } from './find.ts';

/** Limits the pixels of a canvas, so a page of any size takes at most 32 MB. */
const mostPixels = 8_000_000;
const longestSide = 8192;
/** Limits the height of a page to this multiple of the viewer's width. A taller page is scaled down. */
const tallest = 4;

interface Size {
  width: number;
  height: number;
}

interface PageProps {
  pdf: PDFDocumentProxy;
  number: number;
  /** The width of the widest page, in CSS pixels. */
  width: number;
  /** The assumed size until the page is loaded. */
  guess: Size;
}

interface PdfPageProps extends PageProps {
  matches: readonly Match[];
  /** The match that the reader has stepped to. */
  current: Match | undefined;
  onShown: OnShown;
}

/**
 * Shows a page with its text layer. The page is painted while it is near the visible part of the scrolling area. Its
 * memory is released when it is no longer near.
 */
export function PdfPage({ pdf, number, width, guess, matches, current, onShown }: PdfPageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const { isNear, page, holder, painted, scale, size } = usePage(frame, { pdf, number, width, guess });
  const [words, setWords] = useState<{ runs: string[]; spans: HTMLElement[] } | null>(null);
  const shown = useRef(onShown);
  shown.current = onShown;
  useEffect(() => {
    if (painted === 'yes') shown.current();
  }, [painted]);
  useEffect(() => {
    const container = layer.current;
    if (!isNear || !page || !container) return;
    const viewport = page.getViewport({ scale });
    container.style.setProperty('--total-scale-factor', String(scale));
    container.style.setProperty('--scale-round-x', '1px');
    container.style.setProperty('--scale-round-y', '1px');
    let layerOfWords: TextLayer | undefined;
    let isWanted = true;
    const lay = async () => {
      const content = await page.getTextContent();
      if (!isWanted) return;
      layerOfWords = new TextLayer({ textContentSource: content, container, viewport });
      await layerOfWords.render();
      setWords({ runs: runsOf(content.items), spans: layerOfWords.textDivs });
    };
    // The page can be read without its text layer.
    lay().catch(() => {});
    return () => {
      isWanted = false;
      layerOfWords?.cancel();
      container.replaceChildren();
      setWords(null);
    };
  }, [isNear, page, scale]);
  useEffect(() => {
    if (!words || typeof Highlight === 'undefined') return;
    const marks = matches.map((match) => {
      const range = rangeOf(words, match);
      const highlight = markOf(match === current ? 'found-now' : 'found');
      if (match === current) bringIntoView(range, frame.current?.closest('.pdf-scroll'));
      highlight.add(range);
      return () => highlight.delete(range);
    });
    return () => marks.forEach((unmark) => unmark());
  }, [words, matches, current]);
  if (painted === 'broken') return <Broken onShown={onShown} />;
  return (
    <div
      className="pdf-page"
      role="region"
      aria-label={`Page ${number} of ${pdf.numPages}`}
      data-page={number}
      data-painted={painted === 'yes'}
      ref={frame}
      style={{ width: Math.floor(size.width * scale), height: Math.floor(size.height * scale) }}
    >
      <div ref={holder} aria-hidden />
      <div className="pdf-words" ref={layer} />
    </div>
  );
}

interface ThumbnailProps extends PageProps {
  isCurrent: boolean;
  onGo: (page: number) => void;
}

/** A thumbnail that leads to its page. Only the current one is a tab stop. */
export function Thumbnail({ isCurrent, onGo, ...props }: ThumbnailProps) {
  const frame = useRef<HTMLButtonElement>(null);
  const { holder, scale, size } = usePage(frame, props);
  useEffect(() => {
    const button = frame.current;
    const strip = button?.closest('.pdf-scroll');
    if (!isCurrent || !button || !strip) return;
    const { offsetTop, offsetHeight } = button;
    const lowest = Math.min(strip.scrollTop, offsetTop);
    strip.scrollTop = Math.max(lowest, offsetTop + offsetHeight - strip.clientHeight);
    if (strip.contains(document.activeElement)) button.focus({ preventScroll: true });
  }, [isCurrent]);
  return (
    <UnstyledButton
      className="pdf-thumbnail"
      ref={frame}
      aria-label={`Go to page ${props.number}`}
      aria-current={isCurrent ? 'page' : undefined}
      tabIndex={isCurrent ? 0 : -1}
      onClick={() => onGo(props.number)}
    >
      <div ref={holder} aria-hidden style={{ minHeight: size.height * scale }} />
      {props.number}
    </UnstyledButton>
  );
}

/** Loads and paints a page while its frame is near the visible part of the scrolling area. */
function usePage(frame: RefObject<HTMLElement | null>, { pdf, number, width, guess }: PageProps) {
  const holder = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const [painted, setPainted] = useState<'no' | 'yes' | 'broken'>('no');
  const size: Size = page ? page.getViewport({ scale: 1 }) : guess;
  const scale = Math.min(width / size.width, (tallest * width) / size.height);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const watcher = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), {
      root: element.closest('.pdf-scroll'),
      rootMargin: '50%',
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [frame]);
  useEffect(() => {
    if (!isNear) return;
    let isWanted = true;
    pdf.getPage(number).then(
      (loaded) => isWanted && setPage(loaded),
      () => isWanted && setPainted('broken'),
    );
    return () => {
      isWanted = false;
    };
  }, [isNear, pdf, number]);
  useEffect(() => {
    if (!isNear || !page) return;
    const viewport = page.getViewport({ scale });
    const canvas = document.createElement('canvas');
    const sharpness = sharpnessOf(viewport);
    canvas.width = Math.max(1, Math.floor(viewport.width * sharpness));
    canvas.height = Math.max(1, Math.floor(viewport.height * sharpness));
    const painting = page.render({ canvas, viewport, transform: [sharpness, 0, 0, sharpness, 0, 0] });
    const paint = async () => {
      await painting.promise;
      // The picture in the previous size stays visible until the new one is ready.
      letGo(holder.current);
      holder.current?.append(canvas);
      setPainted('yes');
    };
    paint().catch((error: unknown) => {
      if (!(error instanceof RenderingCancelledException)) setPainted('broken');
    });
    return () => painting.cancel();
  }, [isNear, page, scale]);
  useEffect(() => {
    const element = holder.current;
    if (!isNear || !page) return;
    return () => {
      letGo(element);
      page.cleanup();
      setPainted((before) => (before === 'yes' ? 'no' : before));
    };
  }, [isNear, page]);
  return { isNear, page, holder, painted, scale, size };
}

/** Frees the memory of a picture immediately, without waiting for garbage collection. */
function letGo(holder: HTMLElement | null): void {
  for (const canvas of holder?.querySelectorAll('canvas') ?? []) canvas.width = 0;
  holder?.replaceChildren();
}

function sharpnessOf({ width, height }: Size): number {
  return Math.min(devicePixelRatio, 2, Math.sqrt(mostPixels / (width * height)), longestSide / Math.max(width, height));
}

function markOf(name: string): Highlight {
  const mark = CSS.highlights.get(name) ?? new Highlight();
  CSS.highlights.set(name, mark);
  return mark;
}

function rangeOf({ runs, spans }: { runs: string[]; spans: HTMLElement[] }, { from, to }: Match): Range {
  const range = document.createRange();
  const place = (at: number): [Node, number] => {
    const [run, offset] = placeIn(runs, at);
    const text = spans[run]?.firstChild ?? spans[run] ?? document.body;
    return [text, Math.min(offset, text.textContent?.length ?? 0)];
  };
  range.setStart(...place(from));
  const [last, offset] = place(to - 1);
  range.setEnd(last, Math.min(offset + 1, last.textContent?.length ?? 0));
  return range;
}

/** Scrolls the document to a match, without scrolling the page around it. */
function bringIntoView(range: Range, scroller: Element | null | undefined): void {
  if (!scroller) return;
  const [to, seen] = [range.getBoundingClientRect(), scroller.getBoundingClientRect()];
  if (to.top < seen.top || to.bottom > seen.bottom) scroller.scrollTop += to.top - seen.top - seen.height / 3;
  if (to.left < seen.left || to.right > seen.right) scroller.scrollLeft += to.left - seen.left - seen.width / 3;
}
