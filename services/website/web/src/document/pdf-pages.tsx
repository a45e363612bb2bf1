import { Alert, Skeleton, Stack } from '@mantine/core';
import {
  getDocument,
  PasswordException,
  type PDFPageProxy,
  PDFWorker,
  RenderingCancelledException,
  TextLayer,
} from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { useEffect, useRef, useState } from 'react';
import { openWorker } from '../trusted.ts';
import './pdf.css';

declare const __PDF_DATA__: string;

const dataFolders = {
  standardFontDataUrl: `${__PDF_DATA__}standard_fonts/`,
  cMapUrl: `${__PDF_DATA__}cmaps/`,
  wasmUrl: `${__PDF_DATA__}wasm/`,
  iccUrl: `${__PDF_DATA__}iccs/`,
};

/** Called once there is something to see, with `true` if that is only that the file cannot be shown. */
export type OnShown = (isBroken?: boolean) => void;

interface PdfPagesProps {
  bytes: Uint8Array<ArrayBuffer>;
  /** Called once the first page is painted, or the page says that this file cannot be shown. */
  onShown: OnShown;
}

/** The pages of a PDF, painted one after the other as they come near. */
export function PdfPages({ bytes, onShown }: PdfPagesProps) {
  const [pages, setPages] = useState<PDFPageProxy[] | null>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    let isOpen = true;
    // pdf.js takes the buffer over, so it gets a copy.
    const task = getDocument({
      worker: sharedWorker(),
      data: bytes.slice(),
      enableXfa: false,
      stopAtErrors: false,
      ...dataFolders,
    });
    task.promise
      .then(async (pdf) => {
        const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1);
        return Promise.all(numbers.map((number) => pdf.getPage(number)));
      })
      .then(
        (loaded) => isOpen && setPages(loaded),
        () => isOpen && setBroken(true),
      );
    return () => {
      isOpen = false;
      void task.destroy();
    };
  }, [bytes]);
  if (isBroken) return <Broken onShown={onShown} />;
  if (pages === null) return <Skeleton h={400} aria-label="Loading the document" role="progressbar" />;
  return (
    <Stack>
      {pages.map((page) => (
        <PdfPage
          key={page.pageNumber}
          page={page}
          of={pages.length}
          onShown={page.pageNumber === 1 ? onShown : ignore}
        />
      ))}
    </Stack>
  );
}

const ignore = () => {};

let worker: PDFWorker | undefined;

/** One for every document: a worker of its own would end with each, while the next one is already being opened. */
function sharedWorker(): PDFWorker {
  worker ??= PDFWorker.create({ port: openWorker(workerUrl) });
  return worker;
}

/** Whether a PDF opens only with a password. */
export async function isLocked(bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const task = getDocument({ worker: sharedWorker(), data: bytes, ...dataFolders });
  try {
    await task.promise;
    return false;
  } catch (error) {
    return error instanceof PasswordException;
  } finally {
    void task.destroy();
  }
}

/** Says that a file cannot be shown. Whoever has to have seen it is warned, and downloads it. */
export function Broken({ onShown }: { onShown: OnShown }) {
  useEffect(() => onShown(true), [onShown]);
  return (
    <Alert color="red" variant="outline" role="alert">
      This file cannot be shown and may be damaged. Download it to look at it.
    </Alert>
  );
}

function PdfPage({ page, of, onShown }: { page: PDFPageProxy; of: number; onShown: OnShown }) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(page.pageNumber === 1);
  const [isPainted, setPainted] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const shown = useRef(onShown);
  shown.current = onShown;
  const { width, height } = page.getViewport({ scale: 1 });
  useEffect(() => {
    if (isNear || !frame.current) return;
    const watcher = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '800px' },
    );
    watcher.observe(frame.current);
    return () => watcher.disconnect();
  }, [isNear]);
  useEffect(() => {
    const [area, layer] = [canvas.current, text.current];
    if (!isNear || !area || !layer) return;
    const viewport = page.getViewport({ scale: (frame.current?.clientWidth ?? 600) / width });
    const sharpness = Math.min(devicePixelRatio, 2);
    area.width = Math.floor(viewport.width * sharpness);
    area.height = Math.floor(viewport.height * sharpness);
    layer.style.setProperty('--total-scale-factor', String(viewport.scale));
    layer.style.setProperty('--scale-round-x', '1px');
    layer.style.setProperty('--scale-round-y', '1px');
    const painting = page.render({ canvas: area, viewport, transform: [sharpness, 0, 0, sharpness, 0, 0] });
    const layerOfWords = new TextLayer({ textContentSource: page.streamTextContent(), container: layer, viewport });
    const paint = async () => {
      await Promise.all([painting.promise, layerOfWords.render()]);
      setPainted(true);
      shown.current();
    };
    paint().catch((error: Error) => {
      if (error instanceof RenderingCancelledException || error.name === 'AbortException') return;
      setBroken(true);
    });
    return () => {
      painting.cancel();
      layerOfWords.cancel();
      layer.replaceChildren();
    };
  }, [page, width, isNear]);
  if (isBroken) return <Broken onShown={onShown} />;
  return (
    <div
      className="pdf-page"
      role="region"
      aria-label={`Page ${page.pageNumber} of ${of}`}
      data-painted={isPainted}
      ref={frame}
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      <canvas ref={canvas} aria-hidden />
      <div className="pdf-words" ref={text} />
    </div>
  );
}
