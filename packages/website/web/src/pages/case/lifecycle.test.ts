import { expect, test } from 'vitest';
import type { Case } from '../../api/queries.ts';
import { stateNames } from '../../wording/names.ts';
import { lifecycle, phaseOf, type Step } from './lifecycle.ts';

type State = Case['state'];
const states = Object.keys(stateNames) as State[];
const at = (minute: number) => `2026-07-01T09:${String(minute).padStart(2, '0')}:00.000Z`;

function placed(state: State, more: Partial<Case> = {}) {
  return { mode: 'test', state, heldFrom: null, entryPoint: 'notice', createdAt: at(0), ...more } as const;
}

/** The events of a case that went through these states. */
function through(...visited: State[]) {
  return visited.slice(1).map((toState, index) => ({
    fromState: visited[index] ?? null,
    toState,
    createdAt: at(index + 1),
  }));
}

const brief = (steps: readonly Step[]) => steps.map(({ phase, status }) => `${phase} ${status}`);

test.each(states.flatMap((state) => (['notice', 'filing'] as const).map((entryPoint) => [state, entryPoint] as const)))(
  'a case in %s that began with the %s has one phase that is now',
  (state, entryPoint) => {
    for (const mode of ['test', 'live'] as const) {
      const heldFrom = state === 'on_hold' ? ('filing_submitted' as const) : null;
      const steps = lifecycle(placed(state, { mode, entryPoint, heldFrom }), []);
      const now = steps.filter(({ status }) => status === 'now');
      // A case that began with the filing is never in a state of the notice.
      const phase = heldFrom === null ? phaseOf[state] : 'filing';
      const isPossible = steps.some((step) => step.phase === phase);
      expect(now.map((step) => step.phase)).toEqual(isPossible ? [phase] : []);
      expect(now.map(({ isHeld }) => isHeld)).toEqual(isPossible ? [state === 'on_hold'] : []);
      expect(isPossible).toBe(
        !(entryPoint === 'filing' && phase === 'notice') && !(mode === 'test' && phase === 'attorney'),
      );
    }
  },
);

test('what was gone through is done, with the moment it began', () => {
  const events = through('draft', 'notice_review', 'notice_sent', 'cure_period', 'filing_review');
  const steps = lifecycle(placed('filing_review'), events);
  expect(brief(steps).slice(0, 4)).toEqual(['draft done', 'notice done', 'filing now', 'summons ahead']);
  expect(steps.slice(0, 4).map(({ since }) => since)).toEqual([at(0), at(1), at(4), null]);
});

test('a case that ends early passes over the rest', () => {
  const events = through('draft', 'notice_review', 'cure_period', 'cured', 'resolved');
  expect(brief(lifecycle(placed('resolved'), events))).toEqual([
    'draft done',
    'notice done',
    'filing passed_over',
    'summons passed_over',
    'hearing passed_over',
    'judgment passed_over',
    'writ passed_over',
    'end now',
  ]);
});

test('a hearing that is set before any service passes over the service', () => {
  const events = through('draft', 'filing_review', 'filing_submitted', 'hearing_scheduled');
  const steps = lifecycle(placed('hearing_scheduled', { entryPoint: 'filing' }), events);
  expect(brief(steps)).toContain('summons passed_over');
});

test('a case that came back is where it is now, and says how often it came back', () => {
  const events = through('draft', 'notice_review', 'draft', 'notice_review', 'draft');
  const [draft, notice] = lifecycle(placed('draft'), events);
  expect(draft).toMatchObject({ phase: 'draft', status: 'now', returns: 2 });
  expect(notice).toMatchObject({ phase: 'notice', status: 'ahead', returns: 0 });
});

test('a hold and its end are no return', () => {
  const events = through('draft', 'notice_review', 'on_hold', 'notice_review');
  for (const { returns } of lifecycle(placed('notice_review'), events)) expect(returns).toBe(0);
});

test('a vacated judgment leads back to the hearing', () => {
  const events = through('hearing_scheduled', 'judgment_entered', 'hearing_scheduled');
  const hearing = lifecycle(placed('hearing_scheduled'), events).find(({ phase }) => phase === 'hearing');
  expect(hearing).toMatchObject({ status: 'now', returns: 1 });
});
