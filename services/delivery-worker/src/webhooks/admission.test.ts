import { deliveryRate, maxWebhookEndpoints } from '@evict/contract';
import { expect, test } from 'vitest';
import { createAdmission, shares } from './admission.ts';

type Delivery = Parameters<ReturnType<typeof createAdmission>>[0];

const of = (organizationId: string, endpoint: number, mode: Delivery['mode'] = 'live'): Delivery => ({
  organizationId,
  endpointId: `${organizationId} ${endpoint}`,
  mode,
  isFresh: true,
  isFailing: false,
});

test('an endpoint holds its share of the attempts and no more', () => {
  const admit = createAdmission();
  for (let held = 0; held < shares.endpoint; held += 1) expect(admit(of('a', 1))).toHaveProperty('release');
  expect(admit(of('a', 1))).toMatchObject({ postponedBy: 'endpoint', waitMs: expect.any(Number) });
  expect(admit(of('a', 2))).toHaveProperty('release');
});

test('endpoints that fail leave room for the others of their organization', () => {
  const admit = createAdmission();
  const failing = (endpoint: number) => ({ ...of('a', endpoint), isFailing: true });
  for (let endpoint = 0; endpoint < maxWebhookEndpoints; endpoint += 1) {
    for (let held = 0; held < shares.failing; held += 1) expect(admit(failing(endpoint))).toHaveProperty('release');
    expect(admit(failing(endpoint))).toMatchObject({ postponedBy: 'failing' });
  }
  for (let held = 0; held < shares.endpoint; held += 1) expect(admit(of('a', 1000))).toHaveProperty('release');
  // Its next success gives an endpoint its whole share back.
  expect(admit(of('a', 0))).toHaveProperty('release');
});

test('an endpoint that is not responding gets no further attempts beyond the share of failing ones', () => {
  let at = 0;
  const admit = createAdmission(() => at);
  const first = admit(of('a', 1));
  expect(first).toHaveProperty('release');
  at = 3000;
  for (let held = 0; held < shares.failing; held += 1) expect(admit(of('a', 1))).toHaveProperty('release');
  expect(admit(of('a', 1))).toMatchObject({ postponedBy: 'failing' });
  expect(admit(of('a', 2))).toHaveProperty('release');
});

test('an organization holds its share over all of its endpoints, and others get the rest', () => {
  const admit = createAdmission();
  const held = Array.from({ length: shares.organization }, (_, index) => admit(of('a', index)));
  expect(held.filter((admission) => !('release' in admission))).toEqual([]);
  expect(admit(of('a', 1000))).toMatchObject({ postponedBy: 'organization' });
  expect(admit(of('b', 1))).toHaveProperty('release');
  const [first] = held;
  if (first && 'release' in first) first.release();
  expect(admit(of('a', 1000))).toHaveProperty('release');
});

test('the test mode of all organizations together leaves some attempts to live events', () => {
  const admit = createAdmission();
  for (let held = 0; held < shares.test; held += 1) {
    expect(admit(of(`org ${Math.floor(held / 50)}`, held, 'test'))).toHaveProperty('release');
  }
  expect(admit(of('another', 1, 'test'))).toMatchObject({ postponedBy: 'test' });
  expect(admit(of('another', 1, 'live'))).toHaveProperty('release');
});

test('beyond its rate an organization is postponed in that mode only, and holds nothing meanwhile', () => {
  const admit = createAdmission();
  const deliver = (delivery: Delivery) => {
    const admission = admit(delivery);
    if ('release' in admission) admission.release();
    return 'release' in admission ? 'admitted' : admission.postponedBy;
  };
  for (let sent = 0; sent < deliveryRate.burst; sent += 1) expect(deliver(of('a', sent))).toBe('admitted');
  const beyond = Array.from({ length: 2 * shares.organization }, () => deliver(of('a', 1)));
  expect(beyond.filter((outcome) => outcome === 'rate').length).toBeGreaterThan(beyond.length / 2);
  expect(new Set(beyond)).not.toContain('organization');
  expect(deliver(of('a', 1, 'test'))).toBe('admitted');
  expect(deliver(of('b', 1))).toBe('admitted');
});
