import { useEffect, useRef, useState } from 'react';
import { Refusal } from '../../api/refusal.ts';
import { sha256Of } from '../../document/sha256.ts';
import { upload } from '../../shared/upload.ts';
import { evidenceUploadWords as words } from '../../wording/intake.ts';

/** A file on its way, or what became of it. */
export interface Sending {
  key: string;
  file: File;
  purpose: string;
  /** From 0 to 1. */
  part: number;
  /** Of the bytes, in hex, computed here; null until it is known. */
  hash: string | null;
  state: 'sending' | 'added' | 'failed';
  error: unknown;
}

/** Of one document, as the service counts it. A larger file is not even read. */
const largestBytes = 10 * 1024 * 1024;

/** Sends files as evidence of a case, one after the other. Leaving the page stops what has not been sent. */
export function useUploads(caseId: string, onAdded: () => void) {
  const [uploads, setUploads] = useState<readonly Sending[]>([]);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const stop = useRef<AbortController | null>(null);
  useEffect(() => {
    stop.current = new AbortController();
    return () => stop.current?.abort();
  }, []);
  const set = (key: string, part: Partial<Sending>) =>
    setUploads((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one)));

  const run = async ({ key, file, purpose }: Sending) => {
    const signal = stop.current?.signal ?? AbortSignal.abort();
    if (signal.aborted) return;
    set(key, { state: 'sending', part: 0, error: null });
    try {
      if (file.size > largestBytes) throw new Refusal('payload_too_large', { message: words.tooLarge });
      set(key, { hash: await sha256Of(await file.arrayBuffer()) });
      await upload({
        operation: 'POST /v1/cases/{id}/documents',
        caseId,
        fields: { filename: file.name, purpose },
        file,
        onProgress: (part) => set(key, { part }),
        signal,
      });
      set(key, { state: 'added', part: 1 });
      onAdded();
    } catch (error) {
      set(key, { state: 'failed', error });
    }
  };
  const enqueue = (one: Sending) => {
    queue.current = queue.current.then(() => run(one));
  };
  return {
    uploads,
    send: (file: File, purpose: string) => {
      const key = crypto.randomUUID();
      const one: Sending = { key, file, purpose, part: 0, hash: null, state: 'sending', error: null };
      setUploads((before) => [...before, one]);
      enqueue(one);
    },
    again: enqueue,
  };
}
