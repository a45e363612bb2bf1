import { type CaseFacts, evaluateGatesBy, gateDates, type Mode } from '@evict/case-model';
import {
  addDays,
  type Basis,
  type Ground,
  type IsoDate,
  noticeDeadlines,
  type RulePack,
  startOfDay,
  type StatesPack,
} from '@evict/jurisdictions';
import type { Rule, Section } from './book.ts';
import { day, groundNames, list, methodNames } from './words.ts';

/** Facts of a case as the examples need them, with the day on which they are judged. */
interface Example {
  given: string;
  on: IsoDate;
  facts: Partial<CaseFacts>;
}

interface GateRule {
  gate: string;
  title: string;
  words: readonly string[];
  basis: Basis;
  examples: readonly Example[];
}

const served = '2026-07-02';
const ours: Basis = {
  citation: 'none: no law is stated',
  source: 'gates of this service, before a case is submitted',
  checked: '2026-11-22',
  sure: 'ours',
};

/** The gates that judge by the pack: what the customer reads is what the gate says, word for word. */
export function gatesSection(rules: RulePack | StatesPack): Section {
  const pack = 'notices' in rules ? rules : null;
  const states = pack ? null : (rules as StatesPack);
  const all = [
    caresGate(rules, pack),
    holdoverGate(pack),
    ...(pack ? sandboxGates(pack) : [elapsedGate]),
    ...(states ? [justCauseGate(states), licenseGate(states)] : []),
  ];
  return {
    title: 'Gates that depend on the pack',
    text: [
      'A gate judges the facts before the case is submitted. A case with a gate that fails cannot be submitted; a warning is shown to the customer and to the attorney, and stops nothing.',
    ],
    rules: all.map((gate) => ruleOf(gate, pack, states ? 'live' : 'test')),
  };
}

function ruleOf({ gate, title, words, basis, examples }: GateRule, pack: RulePack | null, mode: Mode): Rule {
  return {
    title: `${title} (${gate})`,
    words,
    basis,
    tables: [
      {
        caption: 'Worked examples',
        headers: ['Given', 'Judged at 00:00 UTC of', 'Result', 'Reason shown'],
        rows: examples.map(({ given, on, facts }) => {
          const { results } = evaluateGatesBy(pack, {
            mode,
            facts: { ...emptyCase, ...facts },
            documentPurposes: [],
            today: gateDates(mode, startOfDay(on)),
          });
          const found = results.find((result) => result.gate === gate);
          if (!found) throw new Error(`there is no gate ${gate}`);
          return [given, day(on), found.status, found.reason ?? '-'];
        }),
      },
    ],
  };
}

function caresGate({ cares }: RulePack | StatesPack, pack: RulePack | null): GateRule {
  const { minimumDays } = cares;
  return {
    gate: 'cares_act',
    title: 'Notice of a covered dwelling',
    words: [
      `A case of a covered dwelling that enters with its filing shows a notice of at least ${minimumDays} days.`,
      pack
        ? 'For nonpayment a shorter notice fails. On the other grounds it is a warning, since the subsection does not name nonpayment alone.'
        : 'A shorter notice is a warning, since courts differ on its effect. The attorney decides.',
    ],
    basis: cares,
    examples: (['nonpayment', 'lease_violation'] as const).flatMap((ground) =>
      [minimumDays - 1, minimumDays].map((periodDays) => ({
        given: `${groundNames[ground]}, covered, notice of ${periodDays} days served ${day(served)}`,
        on: '2026-09-01',
        facts: {
          ground,
          entryPoint: 'filing' as const,
          attestations: { caresCovered: true },
          priorNotice: { servedDate: served, method: 'personal' as const, periodDays },
        },
      })),
    ),
  };
}

function holdoverGate(pack: RulePack | null): GateRule {
  const on = '2026-07-01';
  const lease = (endDate: IsoDate): Example => ({
    given: `Enters with the notice, lease ends ${day(endDate)}`,
    on,
    facts: { ground: 'holdover', lease: { endDate } },
  });
  return {
    gate: 'holdover_term',
    title: 'End of the term',
    words: [
      `Before a notice to quit, the lease has ended, runs from month to month, or ends within 30 days; a later end ${pack ? 'fails' : "is a warning, because some states want up to 90 days' notice"}.`,
      'Before a filing, the lease or the notice has run out; otherwise the gate fails.',
    ],
    basis: { ...ours, source: 'notices to end a tenancy at its term are commonly of 30 days' },
    examples: [
      lease(addDays(on, 30)),
      lease(addDays(on, 31)),
      { given: 'Enters with the notice, from month to month', on, facts: { ground: 'holdover', lease: {} } },
      {
        given: 'Enters with the filing, from month to month, no notice',
        on,
        facts: { ground: 'holdover', entryPoint: 'filing', lease: {} },
      },
    ],
  };
}

function sandboxGates(pack: RulePack): GateRule[] {
  const { notices, counting } = pack;
  const { methods, period } = notices.nonpayment;
  const [method = 'personal'] = methods;
  const prior = (ground: Ground, priorNotice: Partial<NonNullable<CaseFacts['priorNotice']>>, on: IsoDate): Example => {
    const notice = { servedDate: served, method, periodDays: notices[ground].period.days, ...priorNotice };
    return {
      given: `${groundNames[ground]}, notice of ${notice.periodDays} days served ${day(notice.servedDate)} by ${methodNames[notice.method]}`,
      on,
      facts: { ground, entryPoint: 'filing', priorNotice: notice },
    };
  };
  const { expires } = noticeDeadlines(pack, {
    ground: 'nonpayment',
    method,
    servedDate: served,
    caresCovered: false,
    leaseEndDate: null,
  });
  const ofTheNotices: Basis = {
    ...period,
    citation: list(Object.values(notices).map((rule) => rule.period.citation)),
    source: 'the rules on notices above',
  };
  return [
    {
      gate: 'prior_notice_elapsed',
      title: 'Prior notice has run out',
      words: ['The last day of a notice that was served before the case is over. The last day belongs to the tenant.'],
      basis: counting,
      examples: [prior('nonpayment', {}, expires), prior('nonpayment', {}, addDays(expires, 1))],
    },
    {
      gate: 'prior_notice_period',
      title: 'Days of the prior notice',
      words: ['The notice states at least the days of its ground.'],
      basis: ofTheNotices,
      examples: [period.days - 1, period.days].map((periodDays) =>
        prior('nonpayment', { periodDays }, addDays(expires, 60)),
      ),
    },
    {
      gate: 'prior_notice_method',
      title: 'Service of the prior notice',
      words: ['The notice was served by a method that is valid for its ground.'],
      basis: ofTheNotices,
      examples: [method, 'first_class_mail' as const].map((by) =>
        prior('nonpayment', { method: by }, addDays(expires, 60)),
      ),
    },
  ];
}

/** Live: by the customer's own count, in the latest time zone of the states. */
const elapsedGate: GateRule = {
  gate: 'prior_notice_elapsed',
  title: 'Prior notice has run out',
  words: [
    'By the days that the customer stated, counted on the calendar from the day of service, the last day of the notice is over everywhere in the states (UTC-10). Whether the count is right, the attorney decides: no mail days, weekends or holidays are applied.',
    'Days and method of the notice are not judged (prior_notice_period and prior_notice_method do not apply).',
  ],
  basis: ours,
  examples: ['2026-07-16', '2026-07-17', '2026-07-18'].map((on) => ({
    given: `Notice of 14 days served ${day(served)}`,
    on,
    facts: { entryPoint: 'filing', priorNotice: { servedDate: served, method: 'personal', periodDays: 14 } },
  })),
};

function justCauseGate({ justCause, states }: StatesPack): GateRule {
  const named = justCause.map(({ state }) => state);
  const [listed] = named;
  const other = states.find(({ code }) => !named.includes(code))?.code;
  return {
    gate: 'just_cause',
    title: 'Legal reason for a holdover',
    words: [
      `For a holdover in ${list(named)} the customer is asked for the reason. Without one there is a warning; whether the law wants a reason, the attorney decides.`,
    ],
    basis: { ...ours, citation: 'the sections listed under just cause', sure: 'read_so' },
    examples: [listed, other].flatMap((state) =>
      state === undefined
        ? []
        : [
            {
              given: `Holdover in ${state}, no reason given`,
              on: served,
              facts: { ground: 'holdover', property: { ...emptyCase.property, state } },
            },
          ],
    ),
  };
}

function licenseGate({ localAsks }: StatesPack): GateRule {
  const named = localAsks.filter(({ namesLicense }) => namesLicense === true).map(({ state }) => state);
  return {
    gate: 'rental_license',
    title: 'Rental license',
    words: [
      `In ${list(named)} a case that names no license to rent gets a warning; whether one is needed, the attorney decides. Results list the gate only when it warns.`,
    ],
    basis: { ...ours, citation: 'the sections listed under local papers', sure: 'read_so' },
    examples: named.slice(0, 1).map((state) => ({
      given: `The owner sues in ${state}, no license named`,
      on: served,
      facts: {
        property: { ...emptyCase.property, state },
        parties: [{ role: 'plaintiff', name: emptyCase.property.ownerOfRecord }],
      },
    })),
  };
}

const emptyCase: CaseFacts = {
  ground: 'nonpayment',
  entryPoint: 'notice',
  property: { line1: '1 Example St', city: 'Exampleton', state: 'MD', zip: '00000', ownerOfRecord: 'Example Owner' },
  parties: [],
  attestations: {},
};
