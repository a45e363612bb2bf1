import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { FeedEvent } from '@evict/client';
import { codeOf } from './failures.ts';
import { backOff, eventsAfter, persist, type Place, placeOf } from './feed.ts';
import { readPrivate, userFile, writePrivate } from './files.ts';
import type { SignedIn } from './program.ts';

/** How long to wait for a receiver's response, in milliseconds. The service's own webhooks have the same timeout. */
const timeoutMs = 10_000;

interface Listening extends SignedIn {
  /** The URL that messages are posted to. */
  target: URL;
  since?: string;
  /** Called for each message that the receiver has acknowledged. */
  onDelivered: (event: FeedEvent) => Promise<void>;
}

interface Kept {
  ownSecret: string;
  place: Place;
}

/**
 * Posts events to a receiver the way the service would: signed, one at a time, in order, and repeatedly until the
 * response is 2xx. After each event it stores the position in the state folder, so the next run continues there. An
 * event is sent again if its acknowledgment was lost. The first run starts with new events.
 */
export async function listen(listening: Listening): Promise<void> {
  const { api, env, target, since, signal, terminal, onDelivered } = listening;
  const file = await fileOf(listening);
  const kept = await readPrivate<Kept>(file);
  const ownSecret = kept?.ownSecret ?? `whsec_${randomBytes(24).toString('base64url')}`;
  const secret = env['EVICTION_CASE_WEBHOOK_SECRET'] || ownSecret;
  const keep = (place: Place) => writePrivate(file, { ownSecret, place } satisfies Kept);

  const reading = { terminal, signal, follow: true };
  const start =
    since === undefined && kept?.place
      ? kept.place
      : await terminal.busy('Reading the feed', placeOf(api, since ?? 'now', reading));
  await keep(start);
  if (secret === ownSecret) terminal.tell(`Signing secret: ${secret}`);
  terminal.tell(`Sending events to ${target.href} until Ctrl-C.`);
  for await (const { event, place } of eventsAfter(api, start, reading)) {
    await deliver(event);
    await keep(place);
    await onDelivered(event);
  }

  async function deliver({ id: event, type, caseId, state, createdAt, corrected }: FeedEvent): Promise<void> {
    const body = JSON.stringify({ id: event, type, caseId, state, createdAt, ...(corrected && { corrected }) });
    for (let failures = 0; ; failures += 1) {
      const fault = await post(body).catch((error: Error) => `delivered (${codeOf(error) ?? error.name})`);
      if (fault === null) return;
      signal.throwIfAborted();
      if (failures === 0) terminal.tell(`${event} was not ${fault}. Retrying until it is accepted.`);
      await backOff(failures, signal);
    }
  }

  /** Posts a message. Returns null if the receiver has acknowledged it, otherwise what went wrong. */
  async function post(body: string): Promise<string | null> {
    const response = await fetch(target, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'eviction-case-service',
        ...signatureHeaders(secret, body),
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    await response.body?.cancel();
    return response.ok ? null : `accepted (${response.status})`;
  }
}

/** Returns the file that stores one receiver's position in one feed. Each organization has one feed per mode. */
async function fileOf(listening: Listening): Promise<string> {
  const { api, env, server, target, signal } = listening;
  const { id, credential } = await persist(() => api.getOrganization({}, { signal }), listening);
  const name = createHash('sha256').update([server, id, credential.mode, target.href].join('\n'));
  return userFile(env, 'state', `${name.digest('hex').slice(0, 24)}.json`);
}

/** Returns the headers with which a receiver verifies a message, in the format that the service uses. */
function signatureHeaders(secret: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { 'X-Service-Timestamp': timestamp, 'X-Service-Signature': signature };
}
