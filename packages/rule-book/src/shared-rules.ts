import { type CaseFacts, evaluateGatesBy, gateDates, type Mode } from '@evict/case-model';
import {
  addDays,
  type Basis,
  caresMinimumDays,
  entryPoints,
  type Ground,
  grounds,
  type IsoDate,
  noticeDeadlines,
  type ResolvedJurisdiction,
  type RulePack,
  startOfDay,
  type StatesPack,
} from '@evict/jurisdictions';
import { day, groundNames, list, methodNames, ours, type Rule, type Section, tableOf } from './book.ts';

// What the books of the sandbox and of live cases have in common.

/** The federal minimum notice: one dated setting in every pack. */
export function caresSection({ cares }: Pick<RulePack | StatesPack, 'cares'>): Section {
  const { minimumDays, inForceFrom, inForceUntil } = cares;
  const around = [addDays(inForceFrom, -1), inForceFrom, cares.checked];
  const served = inForceUntil === null ? around : [...around, inForceUntil, addDays(inForceUntil, 1)];
  const rule: Rule = {
    title: 'Minimum notice for a covered dwelling (CARES Act)',
    words: [
      `A tenant of a covered dwelling cannot be required to leave before ${minimumDays} calendar days after the notice. The customer states at intake whether the dwelling is covered.`,
      `The rule applies to notices served from ${day(inForceFrom)}, when the act was signed, ${inForceUntil === null ? 'without a known end' : `until ${day(inForceUntil)}`}. For mail, that is the day of mailing. A repeal is another version of the pack with a last day; notices served before it keep their days.`,
      'Subsection (c) does not name nonpayment alone. Notices made in the sandbox observe it on every ground.',
    ],
    basis: cares,
    tables: [
      tableOf('Worked examples', served, {
        Served: day,
        'Days of the CARES Act': (date) => String(caresMinimumDays({ cares }, date) ?? 'none'),
      }),
    ],
  };
  return { title: 'Federal minimum notice', rules: [rule] };
}

/** What each path of the intake asks for, in words. */
const factWords: Readonly<Record<string, string>> = {
  'property.line1': 'Street address of the premises',
  'property.city': 'City',
  'property.state': 'State',
  'property.zip': 'ZIP code',
  'property.ownerOfRecord': 'Owner of record',
  'parties[plaintiff]': 'At least one plaintiff',
  'parties[defendant]': 'At least one defendant',
  'lease.startDate': 'Beginning of the lease',
  'lease.endDate': 'End of the lease (not for a tenancy from month to month)',
  'lease.monthlyRentCents': 'Monthly rent',
  ledger: 'Ledger of charges and payments',
  amountOwedCents: 'Amount owed',
  'violation.description': 'What happened',
  'violation.date': 'When it happened',
  'attestations.authority': 'Statement: authority to bring the case',
  'attestations.notRetaliatory': 'Statement: the case does not retaliate',
  'attestations.notDiscriminatory': 'Statement: the case does not discriminate',
  'attestations.servicemember': 'Answer: whether a tenant is in military service (50 U.S.C. §§ 3931, 3951)',
  'attestations.subsidized': 'Answer: whether the tenancy is subsidized',
  'attestations.caresCovered': 'Answer: whether the CARES Act covers the dwelling (15 U.S.C. § 9058)',
  'priorNotice.servedDate': 'Day on which the prior notice was served',
  'priorNotice.method': 'How the prior notice was served',
  'priorNotice.periodDays': 'Days that the prior notice stated',
  'documents[prior_notice]': 'Copy of the notice as served',
  'documents[prior_notice_proof]': 'Proof of its service',
};

/** The facts that a case needs, by ground and by where it enters. The same in every state. */
export function factsSection({ grounds: rows }: Pick<ResolvedJurisdiction, 'grounds'>): Section {
  const facts = [...new Set(rows.flatMap(({ requiredFactsByEntryPoint }) => requiredFactsByEntryPoint.filing))];
  const entriesOf = (fact: string) =>
    entryPoints.filter((entry) => rows.some((row) => row.requiredFactsByEntryPoint[entry].includes(fact)));
  const isRequired = (ground: Ground, fact: string) =>
    rows.some((row) => row.ground === ground && row.requiredFactsByEntryPoint.filing.includes(fact));
  const byGround = grounds.map((ground) => [
    groundNames[ground],
    (fact: string) => (isRequired(ground, fact) ? 'required' : '-'),
  ]);
  const rule: Rule = {
    title: 'Required facts',
    words: [
      'A case cannot be submitted without these facts. The list is the same in every state: it says what the service asks for, and not what a state requires.',
      'A case that enters with its filing has had its notice served already, and needs the facts of that notice.',
    ],
    basis: ours('intake of this service; the sections named in the table'),
    tables: [
      tableOf('Facts by ground', facts, {
        Fact: (fact) => factWords[fact] ?? fact,
        'Field of the case': (fact) => fact,
        ...Object.fromEntries(byGround),
        'Enters with': (fact) => list(entriesOf(fact), 'or'),
      }),
    ],
  };
  return { title: 'Facts that intake requires', rules: [rule] };
}

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
const ofTheGates = ours('gates of this service, before a case is submitted');

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
  const results = examples.map(({ given, on, facts }) => {
    const today = gateDates(mode, startOfDay(on));
    const evaluated = evaluateGatesBy(pack, { mode, facts: { ...emptyCase, ...facts }, documentPurposes: [], today });
    const found = evaluated.results.find((result) => result.gate === gate);
    if (!found) throw new Error(`there is no gate ${gate}`);
    return { given, on, ...found };
  });
  const table = tableOf('Worked examples', results, {
    Given: ({ given }) => given,
    'Judged at 00:00 UTC of': ({ on }) => day(on),
    Result: ({ status }) => status,
    'Reason shown': ({ reason }) => reason ?? '-',
  });
  return { title: `${title} (${gate})`, words, basis, tables: [table] };
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
    basis: ours('notices to end a tenancy at its term are commonly of 30 days'),
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
  basis: ofTheGates,
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
    basis: { ...ofTheGates, citation: 'the sections listed under just cause', sure: 'read_so' },
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
    basis: { ...ofTheGates, citation: 'the sections listed under local papers', sure: 'read_so' },
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
