import { parseRetryAfter } from '@evict/client/retry';
import { underOneKey } from '../api/call.ts';
import type { Operation } from '../api/contract.ts';
import { currentMode } from '../api/mode.ts';
import type { CaseDocument } from '../api/queries.ts';
import { Refusal } from '../api/refusal.ts';

type UploadOperation = Extract<Operation, 'POST /v1/cases/{id}/documents' | 'POST /v1/attorney/cases/{id}/documents'>;

export interface Upload {
  operation: UploadOperation;
  caseId: string;
  /** Without the content: file name and purpose, or kind. */
  fields: object;
  file: File;
  /** From 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/**
 * Sends a file and says how far it is. A file whose outcome is unknown is added once, however often it is sent. A PDF that
 * nobody opens without a password is not sent. Throws Refusal.
 */
export async function upload({ operation, caseId, fields, file, ...rest }: Upload): Promise<CaseDocument> {
  if (await needsPassword(file)) throw new Refusal('invalid_request', { message: locked });
  const body = JSON.stringify({ ...fields, contentBase64: await base64Of(file) });
  const path = operation.replace('POST ', '/app/api').replace('{id}', encodeURIComponent(caseId));
  return underOneKey([path, body], (key) => post(path, body, key, rest));
}

/** `fetch` has no progress of a body, so this is XMLHttpRequest. */
async function post(path: string, body: string, key: string, rest: Pick<Upload, 'onProgress' | 'signal'>) {
  return new Promise<CaseDocument>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('Content-Type', 'application/json');
    request.setRequestHeader('X-Service-Mode', currentMode());
    request.setRequestHeader('Idempotency-Key', key);
    request.upload.addEventListener('progress', ({ loaded, total }) => rest.onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => {
      const response = parse(request.responseText);
      if (request.status === 201) resolve(response as CaseDocument);
      else reject(refusalFrom(request, response));
    });
    request.addEventListener('error', () => reject(new Refusal(navigator.onLine ? 'unreachable' : 'offline')));
    request.addEventListener('abort', () => reject(rest.signal.reason as Error));
    rest.signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}

function refusalFrom(request: XMLHttpRequest, response: unknown): Refusal {
  const { error } = (response ?? {}) as { error?: { code: Refusal['code']; message: string; details: unknown } };
  const retryAfter = parseRetryAfter(request.getResponseHeader('Retry-After'));
  return new Refusal(error?.code ?? 'unreachable', { ...error, status: request.status, retryAfter });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const locked = 'This PDF needs a password, which attorney and court do not have. Save a copy without one and add that.';

/** The reader of PDFs is loaded for the few files that are encrypted. */
async function needsPassword(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!new TextDecoder('latin1').decode(bytes).includes('/Encrypt')) return false;
  const { isLocked } = await import('../document/pdf-pages.tsx');
  return isLocked(bytes);
}

/** Standard base64. A data: URL is made by the browser itself, outside of the page's thread. */
async function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read')));
    reader.readAsDataURL(file);
  });
}
