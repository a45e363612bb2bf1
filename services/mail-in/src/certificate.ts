import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { observeCertificate } from '@evict/telemetry';

export interface Certificate {
  key: Buffer;
  cert: Buffer;
}

const files = ['tls.key', 'tls.crt'] as const;

/** The certificate of a folder. Throws if it has none, or its two files do not belong together. */
export function readCertificate(folder: string): Certificate {
  const [key, cert] = files.map((name) => readFileSync(join(folder, name))) as [Buffer, Buffer];
  createSecureContext({ key, cert });
  observeCertificate('mail', cert);
  return { key, cert };
}

/** Calls `onChange` after a file of the certificate was replaced, until the returned function is called. */
export function watchCertificate(folder: string, everyMs: number, onChange: () => void): () => void {
  const paths = files.map((name) => join(folder, name));
  // By looking: a link to another file, as Kubernetes replaces secrets, is no event of its folder.
  for (const path of paths) watchFile(path, { interval: everyMs, persistent: false }, onChange);
  return () => paths.forEach((path) => unwatchFile(path, onChange));
}
