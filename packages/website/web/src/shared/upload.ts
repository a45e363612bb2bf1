import { refusalOf, underOneKey } from '../api/call.ts';
import type { Operation } from '../api/contract.ts';
import { sessionHeader } from '../api/holder.ts';
import { currentMode } from '../api/mode.ts';
import { Refusal } from '../api/refusal.ts';

type UploadOperation = Extract<
  Operation,
  'POST /v1/cases/{id}/documents' | 'POST /v1/attorney/cases/{id}/documents' | 'POST /v1/intake/files'
>;

interface Upload {
  operation: UploadOperation;
  /** The case of the document, if it belongs to one. */
  caseId?: string;
  /** The fields other than the content: the file name, and the purpose or kind. */
  fields: object;
  file: File;
  /** Called with the fraction that was sent, from 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/**
 * Sends a file and reports its progress. If the outcome is unknown, sending the file again doesn't add it twice.
 * Doesn't send files that the attorney and the court can't open, not even in test mode, except tables for the inbox.
 * Throws Refusal.
 */
export async function upload({ operation, caseId = '', fields, file, ...rest }: Upload): Promise<void> {
  const isTable = operation === 'POST /v1/intake/files' && file.size > 0 && /\.(csv|tsv|txt|xlsx)$/i.test(file.name);
  const fault = isTable ? null : await faultOf(file);
  if (fault !== null) throw new Refusal('invalid_request', { message: fault });
  const body = JSON.stringify({ ...fields, contentBase64: await base64Of(file) });
  const path = operation.replace('POST ', '').replace('{id}', encodeURIComponent(caseId));
  return underOneKey([path, body], (key) => post(path, body, key, rest));
}

/** Uses XMLHttpRequest, because `fetch` doesn't report the progress of an upload. */
async function post(path: string, body: string, key: string, rest: Pick<Upload, 'onProgress' | 'signal'>) {
  return new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('Content-Type', 'application/json');
    request.setRequestHeader('X-Service-Mode', currentMode());
    for (const [name, value] of Object.entries(sessionHeader(path))) request.setRequestHeader(name, value);
    request.setRequestHeader('Idempotency-Key', key);
    request.upload.addEventListener('progress', ({ loaded, total }) => rest.onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => {
      if (request.status === 201) return resolve();
      const retryAfter = request.getResponseHeader('Retry-After');
      const headers = retryAfter === null ? {} : { 'Retry-After': retryAfter };
      void refusalOf(new Response(request.responseText, { status: request.status, headers })).then(reject);
    });
    request.addEventListener('error', () => reject(new Refusal(navigator.onLine ? 'unreachable' : 'offline')));
    request.addEventListener('abort', () => reject(rest.signal.reason as Error));
    rest.signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}

/** Returns a sentence that says why the file can't be used, or null for a PDF, JPEG or PNG that can be opened. */
async function faultOf(file: File): Promise<string | null> {
  if (file.size === 0) return 'This file is empty. Choose it again once it is complete.';
  const head = new Uint8Array(await file.slice(0, 1024).arrayBuffer());
  const isKnown =
    new TextDecoder('latin1').decode(head).includes('%PDF-') || pictures.some((bytes) => begins(head, bytes));
  if (!isKnown) return otherType(file.name);
  return (await needsPassword(file)) ? locked : null;
}

/** The first bytes of a JPEG and a PNG. */
const pictures = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47],
] as const;

function begins(head: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, at) => head[at] === byte);
}

function otherType(name: string): string {
  if (/\.hei[cf]$/i.test(name)) return 'Courts do not take HEIC photos. Save the photo as a JPEG and add that.';
  if (/\.(docx?|odt|rtf|pages)$/i.test(name))
    return 'Courts do not take word processor files. Save the file as a PDF and add that.';
  return 'This is not a PDF, JPEG or PNG. Save it as one of these and add that file.';
}

const locked =
  'This PDF needs a password, which the attorney and the court do not have. Save a copy without one and add that.';

/** Returns whether a PDF needs a password. Loads the PDF reader only for the few files that are encrypted. */
async function needsPassword(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!new TextDecoder('latin1').decode(bytes).includes('/Encrypt')) return false;
  const { isLocked } = await import('../document/pdf-document.ts');
  return isLocked(bytes);
}

/** Encodes the file as standard base64. `readAsDataURL` does this off the main thread. */
async function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read')));
    reader.readAsDataURL(file);
  });
}
