import { expect, test } from 'vitest';
import type { Case } from '../api/queries.ts';
import { stateNames } from '../wording/names.ts';
import { lifeOf, placeOfState, type Step, stepOf } from './life.ts';

type State = Case['state'];
const states = Object.keys(stateNames) as State[];
const at = (minute: number) => `2026-07-01T09:${String(minute).padStart(2, '0')}:00.000Z`;

function placed(state: State, more: Partial<Case> = {}) {
  return { state, heldFrom: null, entryPoint: 'notice', ...more } as const;
}

/** Returns the events of a case that went through these states. */
function through(...visited: State[]) {
  return visited.slice(1).map((toState, index) => ({
    fromState: visited[index] ?? null,
    toState,
    createdAt: at(index + 1),
  }));
}

const brief = (steps: readonly Step[]) => steps.map(({ name, status }) => `${name} ${status}`);

test.each(states.flatMap((state) => (['notice', 'filing'] as const).map((entryPoint) => [state, entryPoint] as const)))(
  'a case in %s that began with the %s shows at most one current step: that of its state, or of its state before a hold',
  (state, entryPoint) => {
    const heldFrom = state === 'on_hold' ? ('filing_submitted' as const) : null;
    const steps = lifeOf(placed(state, { entryPoint, heldFrom }), []);
    const place = heldFrom === null ? placeOfState[state] : 'filing';
    const isStep = steps.some(({ name }) => name === place);
    const now = steps.filter(({ status }) => status === 'now');
    expect(now.map(({ name }) => name)).toEqual(isStep ? [place] : []);
    expect(now.map(({ isHeld }) => isHeld)).toEqual(isStep ? [state === 'on_hold'] : []);
    expect(steps).toHaveLength(entryPoint === 'notice' ? 8 : 5);
  },
);

test('completed steps are marked as done and show when they began', () => {
  const events = through('draft', 'notice_review', 'notice_sent', 'cure_period', 'filing_review');
  const steps = lifeOf(placed('filing_review'), events);
  expect(brief(steps).slice(0, 5)).toEqual([
    'notice done',
    'service done',
    'notice_period done',
    'filing now',
    'summons ahead',
  ]);
  expect(steps.slice(0, 5).map(({ since }) => since)).toEqual([at(1), at(2), at(3), at(4), null]);
});

test('no step has begun in a draft or while an attorney is being found', () => {
  for (const state of ['draft', 'submitted', 'attorney_assigned'] as const) {
    expect(new Set(lifeOf(placed(state), []).map(({ status }) => status))).toEqual(new Set(['ahead']));
  }
});

test('if a case ends early, its remaining steps are marked as passed over', () => {
  const events = through('draft', 'notice_review', 'notice_sent', 'cure_period', 'cured', 'resolved');
  expect(brief(lifeOf(placed('resolved'), events))).toEqual([
    'notice done',
    'service done',
    'notice_period done',
    'filing passed_over',
    'summons passed_over',
    'hearing passed_over',
    'judgment passed_over',
    'writ passed_over',
  ]);
});

test('a step shows how often the case has gone back to it', () => {
  const events = through('draft', 'notice_review', 'notice_sent', 'notice_review', 'notice_sent');
  const steps = lifeOf(placed('notice_sent'), events);
  expect(steps.slice(0, 2).map(({ returns }) => returns)).toEqual([1, 0]);
});

test('the progress ring shows the place of a state among eight steps, but none for a draft, a case on hold or a closed case', () => {
  expect(stepOf('notice_review')).toEqual({ place: 1, of: 8 });
  expect(stepOf('writ_issued')).toEqual({ place: 8, of: 8 });
  for (const state of ['draft', 'on_hold', 'closed'] as const) expect(stepOf(state)).toBeNull();
});

test('if a hearing is set before any service, the service step is marked as passed over', () => {
  const events = through('draft', 'filing_review', 'filing_submitted', 'hearing_scheduled');
  const steps = lifeOf(placed('hearing_scheduled', { entryPoint: 'filing' }), events);
  expect(brief(steps)).toContain('summons passed_over');
});

test("a hold and its end don't count as a return", () => {
  const events = through('draft', 'notice_review', 'on_hold', 'notice_review');
  for (const { returns } of lifeOf(placed('notice_review'), events)) expect(returns).toBe(0);
});

test('a vacated judgment leads back to the hearing step', () => {
  const events = through('hearing_scheduled', 'judgment_entered', 'hearing_scheduled');
  const hearing = lifeOf(placed('hearing_scheduled'), events).find(({ name }) => name === 'hearing');
  expect(hearing).toMatchObject({ status: 'now', returns: 1 });
});
