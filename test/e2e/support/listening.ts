import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { createClient, verifyWebhook } from '@evict/client';
import type { TestStore } from '@evict/store/testing';
import { createRandom } from '../../rehearsal/chaos/random.ts';
import { startProxy } from '../../rehearsal/support/lossy-proxy.ts';
import { newKey } from './api.ts';
import { cliWith, type Running } from './cli.ts';
import { buildFacts } from './facts.ts';

const secret = 'whsec_of_the_rehearsal';
/** How long the network loses everything, in milliseconds. */
const lossMs = 200;

interface Options {
  events: number;
  /** How often in total a connection is cut or the process is killed. */
  cuts: number;
  seed: number;
}

/** How the messages that a receiver got from `listen` compare with the feed. */
export interface Heard {
  lost: number;
  outOfOrder: number;
  notVerified: number;
  repeated: number;
  cuts: Record<string, number>;
  seconds: number;
}

/**
 * Runs `listen`, which forwards events to a receiver. Both connections go through proxies that cut them at random:
 * after a message has arrived but before it is acknowledged, while messages are lost, and while the feed is read. The
 * process is also killed.
 */
export async function rehearseListening(
  { baseUrl, store }: { baseUrl: string; store: Pick<TestStore, 'pool'> },
  { events, cuts, seed }: Options,
): Promise<Heard> {
  const random = createRandom(seed);
  const key = await newKey(baseUrl);
  const api = createClient({ baseUrl, credential: key });
  const [{ id: organizationId }, { id: caseId }] = [
    await api.getOrganization(),
    await api.createCase({ body: buildFacts() }),
  ];
  const [first, ...others] = random.shuffle(Array.from({ length: events - 1 }, (_, index) => index + 1));
  const cutAfter = new Set([first, ...others.slice(0, cuts - 1)]);
  const refuseAfter = new Set(others.slice(cuts, cuts + cuts / 4));

  const began = performance.now();
  const heard: string[] = [];
  const order = new Set<string>();
  let finish: () => void;
  let fail: (error: unknown) => void;
  const finished = new Promise<void>((resolve, reject) => ([finish, fail] = [resolve, reject]));
  const made: Record<string, number> = {};
  let [notVerified, recorded] = [0, 0];
  let recording: Promise<unknown> | null = null;
  let listening: Running;

  const server = createServer(
    (request, response) => void take(request, response).catch((error: unknown) => fail(error)),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const apiPort = Number(new URL(baseUrl).port);
  const [toApi, toReceiver] = [await startProxy(apiPort), await startProxy(port)];
  const cli = cliWith({
    EVICTION_CASE_SERVER: `http://127.0.0.1:${toApi.port}`,
    EVICTION_CASE_KEY: key,
    EVICTION_CASE_WEBHOOK_SECRET: secret,
  });

  const kinds: Record<string, () => void> = {
    'acknowledgment cut': () => toReceiver.leadTo(port),
    'messages lost, then cut': () => {
      toReceiver.swallow('to the server');
      void pause(lossMs).then(toReceiver.mend);
    },
    'feed lost, then cut': () => {
      toApi.swallow('to the client');
      void pause(lossMs).then(toApi.mend);
    },
    'feed cut': () => toApi.leadTo(apiPort),
    'process killed': () => {
      listening.process.kill('SIGKILL');
      void listening.ended.then(start);
    },
  };

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request).catch(() => null);
    // Ignores a request that is cut before its end.
    if (body === null) return;
    const { headers } = request;
    const message = await verifyWebhook({ body, headers, secret }).catch(() => null);
    if (!message) {
      notVerified += 1;
      return void response.writeHead(401).end();
    }
    const isNew = !order.has(message.id);
    heard.push(message.id);
    order.add(message.id);
    const count = order.size;
    if (isNew && cutAfter.has(count)) {
      const kind = random.pick(Object.keys(kinds));
      made[kind] = (made[kind] ?? 0) + 1;
      kinds[kind]?.();
    }
    response.writeHead(isNew && refuseAfter.has(count) ? 503 : 204).end();
    if (count === events) finish();
    // More events are recorded while the earlier ones are forwarded.
    if (count + 20 > recorded) recording ??= record().finally(() => (recording = null));
  }

  async function record(): Promise<void> {
    const many = Math.min(Math.ceil(events / 10), events - recorded);
    await store.pool.query(
      `INSERT INTO "CaseEvent" (id, "caseId", sequence, action, "actorType", "toState", internal, detail, "createdAt",
         "organizationId", mode, "feedPosition")
       SELECT 'evt_' || gen_random_uuid(), $1, n, 'submit', 'customer', 'submitted', false, '{}', now(), $2, 'test', n
       FROM generate_series($3::int + 1, $3::int + $4::int) n`,
      [caseId, organizationId, recorded, many],
    );
    recorded += many;
  }

  /** Fails if the process ends with an error. A killed process has no exit code. */
  async function watch({ ended }: Running): Promise<void> {
    const { code, stderr } = await ended;
    if (code !== null && code !== 0) fail(new Error(`listen ended with ${code}: ${stderr}`));
  }

  function start(): void {
    const started = cli.start('listen', '--json', '--forward-to', `http://127.0.0.1:${toReceiver.port}/hooks`);
    listening = started;
    void watch(started);
  }

  try {
    start();
    while (!listening!.output.stderr.includes('Sending events')) await once(listening!.process.stderr!, 'data');
    await record();
    await finished;
    listening!.process.kill('SIGINT');
    await listening!.ended;
    const feed: string[] = [];
    for await (const { id } of api.iterateEventFeed({ limit: 100 })) feed.push(id);
    const places = new Map(feed.map((id, place) => [id, place]));
    let last = -1;
    // An event may be repeated before the next one arrives, but never after that.
    const outOfOrder = heard.filter((id) => {
      const place = places.get(id) ?? -1;
      const isInOrder = place === last || place === last + 1;
      last = Math.max(last, place);
      return !isInOrder;
    });
    return {
      lost: feed.filter((id) => !order.has(id)).length + (events - feed.length),
      outOfOrder: outOfOrder.length,
      notVerified,
      repeated: heard.length - order.size,
      cuts: made,
      seconds: Math.round((performance.now() - began) / 1000),
    };
  } finally {
    listening!.process.kill('SIGKILL');
    for (const proxy of [toApi, toReceiver]) proxy.close();
    server.close();
    server.closeAllConnections();
  }
}
