import { resolveJurisdiction, type StatesPack } from '@evict/jurisdictions';
import { ours, readingSection, type Rule, type RuleBook, surenessOf, tableOf } from './book.ts';
import { caresSection, factsSection, gatesSection } from './shared-rules.ts';

/** What live cases take from the list of states. */
export function liveBook(pack: StatesPack): RuleBook {
  const { states, justCause, localAsks } = pack;
  const nameOf = (code: string) => states.find((state) => state.code === code)?.name ?? code;
  const justCauseRules: Rule[] = justCause.map((row) => ({
    title: `${nameOf(row.state)}: just cause`,
    words: ['Ending a tenancy at its term may need a legal reason. The customer is asked for it in a holdover case.'],
    basis: row,
  }));
  const localPapers: Rule[] = localAsks.map((row) => ({
    title: `${nameOf(row.state)}: local papers`,
    words: [`${row.ask}.`],
    basis: row,
  }));
  const justCauseOf = (code: string) => {
    const row = justCause.find(({ state }) => state === code);
    return row ? `${row.citation} (${surenessOf(row)})` : '-';
  };
  const [first] = states;
  return {
    id: pack.id,
    version: pack.version,
    title: `Rules of live cases (${pack.name}), version ${pack.version}`,
    about: pack.about,
    sections: [
      readingSection(),
      { title: 'Dates and papers', rules: [datesRule, papersRule] },
      caresSection(pack),
      { title: 'What states add', rules: [...justCauseRules, ...localPapers] },
      gatesSection(pack),
      ...(first ? [factsSection(resolveJurisdiction({ mode: 'live', state: first.code }))] : []),
      {
        title: 'States',
        text: ['Cases are taken in these states.'],
        tables: [
          tableOf('States and their jurisdiction ids', states, {
            State: ({ name }) => name,
            Code: ({ code }) => code,
            'Jurisdiction id': ({ id }) => id,
            'Just cause': ({ code }) => justCauseOf(code),
          }),
        ],
      },
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
  basis: ours('a choice of this service: it computes no state law'),
};

const papersRule: Rule = {
  title: 'Papers',
  words: [
    'The service makes one paper of a live case, the case summary: all facts, the results of the gates, and the SHA-256 of every exhibit, for the review by the attorney. Notices and filings are the papers of the attorney.',
  ],
  basis: ours('a choice of this service: attorneys draft what is served and filed'),
  papers: [{ id: 'intake.summary.v1', title: 'Case Summary', filename: 'case-summary.pdf' }],
};
