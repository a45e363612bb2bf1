import { useEffect, useRef, useState } from 'react';
import { Refusal } from '../api/refusal.ts';
import { sha256Of } from './sha256.ts';
import { upload } from '../shared/upload.ts';

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
  const stops = useRef(new Map<string, AbortController>());
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      for (const stop of stops.current.values()) stop.abort();
    };
  }, []);
  const set = (key: string, part: Partial<Sending>) =>
    setUploads((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one)));

  const run = async ({ key, file, purpose }: Sending, { signal }: AbortController) => {
    if (signal.aborted || isLeft.current) return;
    try {
      if (file.size > largestBytes) throw new Refusal('payload_too_large', { message: 'A file can be at most 10 MB.' });
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
      if (!signal.aborted) set(key, { state: 'failed', error });
    }
  };
  const enqueue = (one: Sending) => {
    const stop = new AbortController();
    stops.current.set(one.key, stop);
    queue.current = queue.current.then(() => run(one, stop));
  };
  return {
    uploads,
    send: (file: File, purpose: string) => {
      const key = crypto.randomUUID();
      const one: Sending = { key, file, purpose, part: 0, hash: null, state: 'sending', error: null };
      setUploads((before) => [...before, one]);
      enqueue(one);
    },
    again: (one: Sending) => {
      set(one.key, { state: 'sending', part: 0, error: null });
      enqueue(one);
    },
    stop: ({ key }: Sending) => {
      stops.current.get(key)?.abort();
      setUploads((before) => before.filter((one) => one.key !== key));
    },
  };
}
