import { describe, expect, test } from 'vitest';
import { adviceIn } from '../test/advice.ts';
import {
  type CaseRecord,
  grounds,
  nextAction,
  reportedHoldReasons,
  type ServicememberAnswer,
  servicememberAnswers,
  shownNextAction,
  states,
} from './index.ts';
import { draft, play, submission, submitted, takeSteps } from '../test/cases.ts';
import { hold, inReview, playAll, resume } from '../test/live-cases.ts';

test('a draft waits for its customer to complete it', () => {
  expect(nextAction(draft())).toEqual({ by: 'customer', description: 'Complete the facts, validate and submit.' });
});

test('the next action during a notice period names its last day, and says that a holdover has no right to cure', () => {
  const curable = takeSteps(submitted(), 2).record;
  const holdover = takeSteps(submitted({ ground: 'holdover' }), 2).record;
  expect(nextAction(curable)).toEqual({
    by: 'customer',
    description: `The notice period runs through ${curable.notice?.expires}. Report it if the tenant cures.`,
  });
  expect(nextAction(holdover).description).toContain('There is no right to cure.');
});

const live = (change: Partial<CaseRecord>): CaseRecord => ({ ...draft('live'), submission: submission(), ...change });
const affidavit = 'Before any default judgment, the attorney files an affidavit of military status (50 U.S.C. § 3931)';
const hearing = { date: '2026-09-01' };

test.each(['summons_served', 'hearing_scheduled'] as const)(
  'the next action in %s names the affidavit due before a default judgment, whatever the customer answered',
  (state) => {
    const described = (servicemember: ServicememberAnswer) =>
      nextAction(live({ state, hearing, submission: submission({ servicemember }) }));
    for (const servicemember of servicememberAnswers) {
      const { description, afterwards = description } = described(servicemember);
      const end = servicemember === 'yes' ? `${affidavit}, and the court appoints counsel.` : `${affidavit}.`;
      expect(description.endsWith(end)).toBe(true);
      expect(afterwards.endsWith(end)).toBe(true);
    }
  },
);

test('the date of a hearing is shown until it has passed in every US time zone', () => {
  const action = nextAction(live({ state: 'hearing_scheduled', hearing }));
  const at = (time: string) => shownNextAction(action, Date.parse(time));
  expect(at('2026-09-02T09:59:59Z')).toEqual({
    by: 'court',
    description: `Hearing on 2026-09-01, the date now on record. ${affidavit}.`,
  });
  expect(at('2026-09-02T10:00:00Z')).toEqual({
    by: 'court',
    description: `No upcoming hearing is on record. The attorney reports what the court decided, or the next date. ${affidavit}.`,
  });
  const continued = nextAction(live({ state: 'hearing_scheduled', hearing: { date: '2026-10-01' } }));
  const { description } = shownNextAction(continued, Date.parse('2026-09-02T10:00:00Z'));
  expect(description).toContain('Hearing on 2026-10-01');
});

test.each(reportedHoldReasons)(
  'the next action during a hold for %s says when the hold should end, or that this day has passed',
  (holdReason) => {
    const held = (holdUntil: string | null) => nextAction(live({ state: 'on_hold', holdReason, holdUntil }));
    const text = held(null).description;
    expect(text).toMatch(/on hold/);
    const dated = held('2026-09-01');
    expect(shownNextAction(dated, Date.parse('2026-09-01T00:00:00Z')).description).toBe(
      `${text} The hold is expected to end on 2026-09-01. The attorney decides when the case resumes.`,
    );
    expect(shownNextAction(dated, Date.parse('2026-09-03T00:00:00Z')).description).toBe(
      `${text} The expected end of the hold has passed. The attorney decides when the case resumes.`,
    );
  },
);

test('the expected end of a hold is dropped when the case resumes', () => {
  const held = play(inReview(), { ...hold, reason: 'appeal', until: '2026-09-01' }).record;
  expect(nextAction(held).description).toContain('2026-09-01');
  const again = playAll(held, [resume, hold]);
  expect(nextAction(again).description).not.toContain('2026-09-01');
});

test('for a covered property, the next action points out a notice period that ends fewer than 30 days after service', () => {
  const described = (expires: string, caresCovered = true) => {
    const notice = { servedDate: '2026-07-02', method: 'personal', expires, factsVersion: 1 } as const;
    return nextAction(live({ state: 'cure_period', notice, submission: submission({ caresCovered }) })).description;
  };
  expect(described('2026-07-31')).toContain('fewer than 30 days after service (15 U.S.C. § 9058(c))');
  expect(described('2026-08-01')).not.toContain('9058');
  expect(described('2026-07-31', false)).not.toContain('9058');
});

describe.each(['test', 'live'] as const)('the next action of a %s case', (mode) => {
  const date = '2026-09-01';
  const notice = { servedDate: '2026-08-20', method: 'personal', expires: date, factsVersion: 1 } as const;
  const variants: Partial<CaseRecord>[] = [
    {},
    { notice, hearing: { date }, judgment: { outcome: 'plaintiff', date }, changesRequested: true },
    { judgment: { outcome: 'dismissed', date }, withdrawal: { requestedAt: `${date}T00:00:00Z` } },
    ...reportedHoldReasons.map((holdReason) => ({ holdReason, holdUntil: date })),
    ...(['withdrawal_requested', 'attorney_declined', 'reviewer_rejected', 'operator'] as const).map((holdReason) => ({
      holdReason,
    })),
  ];

  test.each(states)('in %s gives no legal advice', (state) => {
    for (const variant of variants) {
      for (const ground of grounds) {
        for (const servicemember of servicememberAnswers) {
          const facts = submission({ ground, servicemember, caresCovered: true });
          const action = nextAction({ ...draft(mode), state, submission: facts, ...variant });
          expect(adviceIn(`${action.description} ${action.afterwards ?? ''}`)).toEqual([]);
        }
      }
    }
  });
});
