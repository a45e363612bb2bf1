import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { FeedEvent } from '@evict/client';
import { backOff, eventsAfter, persist, type Place, placeOf } from './feed.ts';
import { readPrivate, userFile, writePrivate } from './files.ts';
import type { Signed } from './program.ts';

/** As long as the service waits for a receiver. */
const timeoutMs = 10_000;

interface Listening extends Signed {
  /** Where the messages go. */
  target: URL;
  since?: string;
  secret?: string;
  /** Of each message that was acknowledged. */
  onDelivered: (event: FeedEvent) => Promise<void>;
}

/**
 * Posts every event to a receiver as the service would: one after the other, in their order, signed, and again until the
 * answer is 2xx. After it the place is kept in the state folder, where the next run goes on; an event whose acknowledgment
 * was lost comes again. The first run begins with what happens from now on.
 */
export async function listen({ api, env, server, target, signal, terminal, ...given }: Listening): Promise<void> {
  const { id } = await persist(() => api.getOrganization({}, { signal }), signal);
  const [, mode = ''] = /^eak_(test|live)_/u.exec(env['EVICTION_CASE_KEY'] ?? '') ?? [];
  const name = createHash('sha256').update([server, id, mode, target.href].join('\n')).digest('hex');
  const file = userFile(env, 'state', `${name.slice(0, 24)}.json`);
  const kept = await readPrivate<{ ownSecret: string; place: Place }>(file);
  const ownSecret = kept?.ownSecret ?? `whsec_${randomBytes(24).toString('base64url')}`;
  const secret = given.secret || ownSecret;
  const keep = (place: Place) => writePrivate(file, { ownSecret, place });
  const begin = () => terminal.busy('Reading the feed', placeOf(api, given.since ?? 'now', signal));
  const start = (given.since === undefined && kept?.place) || (await begin());
  await keep(start);
  if (secret === ownSecret) terminal.tell(`Signing secret: ${secret}`);
  terminal.tell(`Sending events to ${target.href} until Ctrl-C.`);
  for await (const { event, place } of eventsAfter(api, start, { follow: true, signal })) {
    await deliver(event);
    await keep(place);
    await given.onDelivered(event);
  }

  async function deliver({ id: event, type, caseId, state, createdAt, corrected }: FeedEvent): Promise<void> {
    const body = JSON.stringify({ id: event, type, caseId, state, createdAt, ...(corrected && { corrected }) });
    for (let failures = 0; ; failures += 1) {
      const refusal = await post(body).catch((error: Error) => error.name);
      if (refusal === null) return;
      signal.throwIfAborted();
      if (failures === 0) terminal.tell(`${event} was not accepted (${refusal}). It is sent until it is.`);
      await backOff(failures, signal);
    }
  }

  /** Null if the receiver has acknowledged it. */
  async function post(body: string): Promise<string | null> {
    const response = await fetch(target, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'eviction-case-service', ...signed(secret, body) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    await response.body?.cancel();
    return response.ok ? null : String(response.status);
  }
}

/** The headers by which a receiver verifies a message, as the service makes them. */
function signed(secret: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { 'X-Service-Timestamp': timestamp, 'X-Service-Signature': signature };
}
