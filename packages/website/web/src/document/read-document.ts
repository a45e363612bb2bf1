import { useEffect, useState } from 'react';
import { refusalOf, sha256Of } from '../api/call.ts';
import { sessionHeader } from '../api/holder.ts';
import { currentMode } from '../api/mode.ts';

/** Where the bytes of a document come from: a case by the customer's API or the attorney's, or the inbox. */
export type DocumentSource = 'cases' | 'attorney/cases' | 'intake';

export interface ReadDocument {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
  /** SHA-256 of these very bytes, computed here. */
  hash: string;
}

/** Reads a document and computes the hash of what it got. Throws Refusal. */
export async function readDocument(
  source: DocumentSource,
  caseId: string,
  documentId: string,
  signal: AbortSignal,
): Promise<ReadDocument> {
  const id = encodeURIComponent(documentId);
  const place = source === 'intake' ? `files/${id}/content` : `${encodeURIComponent(caseId)}/documents/${id}`;
  const path = `/v1/${source}/${place}`;
  const response = await fetch(path, { headers: { 'X-Service-Mode': currentMode(), ...sessionHeader(path) }, signal });
  if (!response.ok) throw await refusalOf(response);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const contentType = response.headers.get('Content-Type') ?? '';
  return { bytes, contentType, hash: await sha256Of(bytes) };
}

/** An address for bytes that are in the page, for as long as they are shown. */
export function useBlobUrl(bytes: Uint8Array<ArrayBuffer>, type: string): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, type]);
  return url;
}
