import { buildFacts } from '../e2e/support/facts.ts';
import { act } from './driver/acknowledge.ts';
import { createCase, expectOk } from './driver/draft.ts';
import { newOrganization, type World } from './driver/world.ts';
import { kills, type Nemesis } from './faults/nemeses.ts';
import { waitForDeliveries } from './invariants/deliveries.ts';
import { ViolationError } from './tally.ts';

const events = 500;
const casesAtOnce = 8;
/** Messages to one receiver that were on their way when their worker died, whose response nobody has recorded. */
const mostOnTheirWay = 10;

export interface FloodResult {
  events: number;
  /** To both receivers together. */
  delivered: number;
  repeated: number;
}

/**
 * 500 events are sent to the two endpoints of one organization while outbox worker, case worker, Temporal and PostgreSQL
 * are killed: nothing is lost, and only what was on its way is delivered again.
 */
export async function runFlood(world: World, strike: (nemesis: Nemesis) => Promise<boolean>): Promise<FloodResult> {
  const { stack, receivers, tally } = world;
  const { id: organizationId, test: customer } = await newOrganization(stack, receivers);
  let left = events / 2; // a submit and a withdrawal each
  const play = async () => {
    while (left > 0) {
      left -= 1;
      const caseId = await createCase(world, customer, buildFacts());
      for (const command of ['submit', 'withdraw']) {
        expectOk(caseId, command, await act(world, customer, `/v1/cases/${caseId}/${command}`));
      }
    }
  };
  const playing = Promise.all(
    Array.from({ length: casesAtOnce }, () =>
      play().catch((error: unknown) => {
        if (!(error instanceof ViolationError)) throw error;
        tally.add(error.wrong, error.message);
      }),
    ),
  );
  let deaths = 0;
  // The concurrent players count it down.
  // oxlint-disable-next-line no-unmodified-loop-condition
  for (let next = 0; left > 0; next += 1) {
    const nemesis = victims[next % victims.length];
    if (!nemesis) continue;
    await strike(nemesis);
    if (nemesis.name.includes('outbox-worker')) deaths += 1;
  }
  await playing;
  await waitForDeliveries(world);

  const recorded = await stack.store.prisma.webhookDelivery.findMany({
    where: { endpoint: { organizationId } },
    select: { eventId: true },
  });
  const eventIds = new Set(recorded.map(({ eventId }) => eventId));
  if (eventIds.size !== events) tally.add('lost', `${eventIds.size} of ${events} events were recorded`);
  const arrived = receivers.arrivals.flatMap((one) => [...one]).filter(([eventId]) => eventIds.has(eventId));
  const repeated = arrived.reduce((sum, [, { times }]) => sum + times - 1, 0);
  if (arrived.length !== events * receivers.urls.length) {
    tally.add('lost', `${arrived.length} of ${events * receivers.urls.length} messages arrived`);
  }
  if (repeated > mostOnTheirWay * receivers.urls.length * deaths) {
    tally.add('duplicated', `${repeated} messages arrived again after ${deaths} deaths of their worker`);
  }
  return { events: eventIds.size, delivered: arrived.length, repeated };
}

const victims = kills.filter(({ name }) => /worker|Temporal|PostgreSQL/.test(name));
