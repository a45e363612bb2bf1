import { useEffect, useState } from 'react';
import { refusalOf, sha256Of } from '../api/call.ts';
import { sessionHeader } from '../api/holder.ts';
import { currentMode } from '../api/mode.ts';

/** Where a document's bytes come from: a case, through the customer's or the attorney's API, or the inbox. */
export type DocumentSource = 'cases' | 'attorney/cases' | 'intake';

export interface ReadDocument {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
  /** The SHA-256 of these bytes, computed in the browser. */
  hash: string;
}

/** Reads a document and computes the hash of the received bytes. Throws Refusal. */
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

/** Returns a blob URL for the bytes, or null at first. It is valid until the bytes change or the component unmounts. */
export function useBlobUrl(bytes: Uint8Array<ArrayBuffer>, type: string): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, type]);
  return url;
}
