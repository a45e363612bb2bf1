import { resolveJurisdiction, type StatesPack } from '@evict/jurisdictions';
import type { Rule, RuleBook, Table } from './book.ts';
import { caresRule } from './cares.ts';
import { factsSection } from './facts.ts';
import { gatesSection } from './gates.ts';
import { surenessOf, surenessTable } from './words.ts';

/** What live cases take from the list of states. */
export function liveBook(pack: StatesPack): RuleBook {
  const [first] = pack.states;
  return {
    id: pack.id,
    version: pack.version,
    title: `Rules of live cases (${pack.name}), version ${pack.version}`,
    about: pack.about,
    sections: [
      {
        title: 'How to read this',
        text: [
          'Each rule is stated in words, with its citation, the source that was read, the day on which rule and source were last compared, and how sure the rule is. Worked examples are computed by the functions that run the cases.',
        ],
        tables: [surenessTable],
      },
      { title: 'Dates and papers', rules: [datesRule, papersRule] },
      { title: 'Federal minimum notice', rules: [caresRule(pack)] },
      { title: 'What states add', rules: [...justCauseRules(pack), ...localAskRules(pack)] },
      gatesSection(pack),
      ...(first ? [factsSection(resolveJurisdiction({ mode: 'live', state: first.code }))] : []),
      { title: 'States', text: ['Cases are taken in these states.'], tables: [statesTable(pack)] },
    ],
  };
}

const datesRule: Rule = {
  title: 'Deadlines',
  words: [
    'The service computes no deadline of a live case. The attorney, or an operator on the word of the attorney, reports each date with its citation.',
    'The hearing (deadline hearing) is set by the court and reported.',
    'The report that a notice was served names the last day of its period, with the citation. The case moves once that day is over everywhere in the states (UTC-10).',
  ],
  basis: {
    citation: 'none: no law is stated',
    source: 'a choice of this service: it computes no state law',
    checked: '2026-11-22',
    sure: 'ours',
  },
};

const papersRule: Rule = {
  title: 'Papers',
  words: [
    'The service makes one paper of a live case, the case summary: all facts, the results of the gates, and the SHA-256 of every exhibit, for the review by the attorney. Notices and filings are the papers of the attorney.',
  ],
  basis: {
    citation: 'none: no law is stated',
    source: 'a choice of this service: attorneys draft what is served and filed',
    checked: '2026-11-22',
    sure: 'ours',
  },
  papers: [{ id: 'intake.summary.v1', title: 'Case Summary', filename: 'case-summary.pdf' }],
};

function justCauseRules({ justCause, states }: StatesPack): Rule[] {
  return justCause.map((row) => ({
    title: `${nameOf(states, row.state)}: just cause`,
    words: ['Ending a tenancy at its term may need a legal reason. The customer is asked for it in a holdover case.'],
    basis: row,
  }));
}

function localAskRules({ localAsks, states }: StatesPack): Rule[] {
  return localAsks.map((row) => ({
    title: `${nameOf(states, row.state)}: local papers`,
    words: [`${row.ask}.`],
    basis: row,
  }));
}

function nameOf(states: StatesPack['states'], code: string): string {
  return states.find((state) => state.code === code)?.name ?? code;
}

function statesTable({ states, justCause }: StatesPack): Table {
  return {
    caption: 'States and their jurisdiction ids',
    headers: ['State', 'Code', 'Jurisdiction id', 'Just cause'],
    rows: states.map(({ name, code, id }) => {
      const row = justCause.find(({ state }) => state === code);
      return [name, code, id, row ? `${row.citation} (${surenessOf(row)})` : '-'];
    }),
  };
}
