import type { Case, Event } from '@evict/client';
import { sha256Hex } from '@evict/store/bytes';
import { expect } from 'vitest';
import type { Customer } from './service.ts';

/** Returns each event as `actor: action from -> to`, or as `actor: action` if the state didn't change. */
export function storyOf(events: readonly Event[]): string[] {
  return events.map(({ actorType, action, fromState, toState }) =>
    toState === null ? `${actorType}: ${action}` : `${actorType}: ${action} ${fromState} -> ${toState}`,
  );
}

/** Returns the detail of the newest event with this action, without the time on the case's clock. */
export function detailOf(events: readonly Event[], action: string): Record<string, unknown> {
  const { caseTime: _, ...detail } = (events.findLast((event) => event.action === action)?.detail ?? {}) as Record<
    string,
    unknown
  >;
  return detail;
}

export function filenames({ documents }: Case): string[] {
  return documents.map(({ filename }) => filename);
}

/** Downloads every document of a case and checks that its bytes have the hash shown in the case. */
export async function expectTrueHashes(customer: Customer, { id, documents }: Case): Promise<void> {
  for (const document of documents) {
    const { bytes } = await customer.download(id, document.id);
    expect(sha256Hex(bytes), document.filename).toBe(document.contentHash);
  }
}

/** Returns all strings and payloads in a part of a workflow history, one per line. */
export function textOf(part: unknown): string {
  if (part instanceof Uint8Array) return Buffer.from(part).toString();
  if (typeof part === 'string') return part;
  return part && typeof part === 'object' ? Object.values(part).map(textOf).join('\n') : '';
}
