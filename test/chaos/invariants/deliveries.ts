import { setTimeout } from 'node:timers/promises';
import type { World } from '../driver/world.ts';
import { read } from '../driver/acknowledge.ts';

/** The longest chain of waits: an attempt whose worker died, then the end of its claim. */
const patienceMs = 150_000;

export interface DeliveryCount {
  /** Customer-visible events, each of which is sent to every receiver. */
  events: number;
  /** Repeated deliveries. */
  repeated: number;
}

/** Waits until no delivery is pending; anything not delivered by then is lost. */
export async function waitForDeliveries({ stack, tally }: World): Promise<void> {
  for (const deadline = Date.now() + patienceMs; ;) {
    const where = { status: { not: 'delivered' } };
    const left = await read(() => stack.store.prisma.webhookDelivery.count({ where }));
    if (left === 0) return;
    if (Date.now() > deadline) return tally.add('lost', `${left} deliveries are still on their way or were given up`);
    await setTimeout(200);
  }
}

/** Every event is at every receiver, with the body that was recorded, and there are no others. */
export async function checkDeliveries({ stack, receivers, tally }: World): Promise<DeliveryCount> {
  const deliveries = await stack.store.prisma.webhookDelivery.findMany({
    select: { eventId: true, body: true, endpoint: { select: { url: true } } },
  });
  const bodies = new Map(deliveries.map(({ eventId, body }) => [eventId, body]));
  for (const { eventId, body, endpoint } of deliveries) {
    const arrival = receivers.arrivals[receivers.urls.indexOf(endpoint.url)]?.get(eventId);
    if (!arrival) tally.add('lost', `event ${eventId} is not at ${endpoint.url}`);
    else if (arrival.body !== body || arrival.others.length > 0) {
      tally.add('disagreement', `event ${eventId} has come to ${endpoint.url} with different bodies`);
    }
  }
  const arrivals = receivers.arrivals.flatMap((one) => [...one]);
  for (const [eventId] of arrivals) {
    if (!bodies.has(eventId)) tally.add('disagreement', `event ${eventId} was delivered and is in no history`);
  }
  return { events: bodies.size, repeated: arrivals.reduce((sum, [, { times }]) => sum + times - 1, 0) };
}
