import type { StoredBytesResponse } from './call.ts';

export interface StoredDocument {
  filename: string;
  contentType: string;
  /** SHA-256 of the bytes, in hex. */
  contentHash: string;
}

/** Returns the response that sends a document as an attachment. Its ETag is the content hash. */
export function documentResponse(
  { filename, contentType, contentHash }: StoredDocument,
  blob: StoredBytesResponse['blob'],
): StoredBytesResponse {
  const headers = { 'Content-Disposition': attachment(filename), ETag: `"${contentHash}"` };
  return { status: 200, blob, contentType, headers };
}

/**
 * Builds a Content-Disposition header as RFC 6266 recommends: an ASCII name for old clients, and the exact name
 * percent-encoded for all others.
 */
function attachment(filename: string): string {
  const ascii = filename.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
