import { getDocument, PasswordException, type PDFDocumentLoadingTask, PDFWorker } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { openWorker } from '../trusted.ts';

declare const __PDF_DATA__: string;

const dataFolders = {
  standardFontDataUrl: `${__PDF_DATA__}standard_fonts/`,
  cMapUrl: `${__PDF_DATA__}cmaps/`,
  wasmUrl: `${__PDF_DATA__}wasm/`,
  iccUrl: `${__PDF_DATA__}iccs/`,
};

let worker: PDFWorker | undefined;

/**
 * Returns the worker that all documents share. If each document had its own, closing one would end its worker while the
 * next document is already opening.
 */
function sharedWorker(): PDFWorker {
  worker ??= PDFWorker.create({ port: openWorker(workerUrl) });
  return worker;
}

/** Opens a copy of a PDF, because pdf.js takes ownership of the buffer. */
export function openPdf(bytes: Uint8Array<ArrayBuffer>): PDFDocumentLoadingTask {
  const data = bytes.slice();
  return getDocument({ worker: sharedWorker(), data, enableXfa: false, stopAtErrors: false, ...dataFolders });
}

/** Returns whether a PDF needs a password to open. */
export async function isLocked(bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const task = openPdf(bytes);
  try {
    await task.promise;
    return false;
  } catch (error) {
    return error instanceof PasswordException;
  } finally {
    void task.destroy();
  }
}
