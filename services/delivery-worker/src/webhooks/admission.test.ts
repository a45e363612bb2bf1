import { deliveryRate } from '@evict/contract';
import { expect, test } from 'vitest';
import { createAdmission, shares } from './admission.ts';

type Delivery = Parameters<ReturnType<typeof createAdmission>>[0];

const of = (organizationId: string, endpoint: number, mode: Delivery['mode'] = 'live'): Delivery => ({
  organizationId,
  endpointId: `${organizationId} ${endpoint}`,
  mode,
  isFresh: true,
});

test('an endpoint holds its share of the places and no more', () => {
  const admit = createAdmission();
  for (let held = 0; held < shares.endpoint; held += 1) expect(admit(of('a', 1))).toHaveProperty('leave');
  expect(admit(of('a', 1))).toMatchObject({ postponedBy: 'endpoint', waitMs: expect.any(Number) });
  expect(admit(of('a', 2))).toHaveProperty('leave');
});

test('an organization holds its share over all of its endpoints, and what it leaves is free', () => {
  const admit = createAdmission();
  const held = Array.from({ length: shares.organization }, (_, index) => admit(of('a', index)));
  expect(held.filter((place) => !('leave' in place))).toEqual([]);
  expect(admit(of('a', 1000))).toMatchObject({ postponedBy: 'organization' });
  expect(admit(of('b', 1))).toHaveProperty('leave');
  const [first] = held;
  if (first && 'leave' in first) first.leave();
  expect(admit(of('a', 1000))).toHaveProperty('leave');
});

test('the test mode of all organizations together leaves places to live events', () => {
  const admit = createAdmission();
  for (let held = 0; held < shares.test; held += 1) {
    expect(admit(of(`org ${Math.floor(held / 50)}`, held, 'test'))).toHaveProperty('leave');
  }
  expect(admit(of('another', 1, 'test'))).toMatchObject({ postponedBy: 'test' });
  expect(admit(of('another', 1, 'live'))).toHaveProperty('leave');
});

test('beyond its rate an organization is postponed in that mode alone, and holds nothing meanwhile', () => {
  const admit = createAdmission();
  const deliver = (delivery: Delivery) => {
    const place = admit(delivery);
    if ('leave' in place) place.leave();
    return 'leave' in place ? 'admitted' : place.postponedBy;
  };
  for (let sent = 0; sent < deliveryRate.burst; sent += 1) expect(deliver(of('a', sent))).toBe('admitted');
  const beyond = Array.from({ length: 2 * shares.organization }, () => deliver(of('a', 1)));
  expect(beyond.filter((outcome) => outcome === 'rate').length).toBeGreaterThan(beyond.length / 2);
  expect(new Set(beyond)).not.toContain('organization');
  expect(deliver(of('a', 1, 'test'))).toBe('admitted');
  expect(deliver(of('b', 1))).toBe('admitted');
});
