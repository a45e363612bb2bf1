import { actionOf, grounds, resolveJurisdiction, type RulePack, noticeMethods } from '@evict/jurisdictions';
import type { Rule, RuleBook, Section } from './book.ts';
import { caresRule } from './cares.ts';
import { countingSection } from './counting.ts';
import { courtDateExamples, noticeExamples, priorNoticeExamples } from './examples.ts';
import { factsSection } from './facts.ts';
import { gatesSection } from './gates.ts';
import {
  courtDateTitles,
  cureWords,
  dayCount,
  groundNames,
  lastDayWords,
  list,
  methodNames,
  surenessTable,
} from './words.ts';

/** The rules of a jurisdiction whose cases the service handles itself. */
export function sandboxBook(pack: RulePack): RuleBook {
  return {
    id: pack.id,
    version: pack.version,
    title: `Rules of ${pack.stateCode} (${pack.name}), version ${pack.version}`,
    about: pack.about,
    sections: [
      {
        title: 'How to read this',
        text: [
          'Each rule is stated in words, with its citation, the source that was read, the day on which rule and source were last compared, and how sure the rule is. Worked examples are computed by the functions that run the cases. A case keeps the version of the rules under which it was submitted.',
        ],
        tables: [surenessTable],
      },
      countingSection(pack),
      {
        title: 'Notices',
        text: [
          'Substitute service leaves the paper with another adult at the premises. Posting fixes it to the main entrance, and a copy is mailed.',
        ],
        rules: [...grounds.map((ground) => noticeRule(pack, ground)), priorNoticeRule(pack)],
      },
      { title: 'Federal minimum notice', rules: [caresRule(pack)] },
      courtSection(pack),
      gatesSection(pack),
      factsSection(resolveJurisdiction({ mode: 'test', state: pack.stateCode })),
    ],
  };
}

function noticeRule(pack: RulePack, ground: (typeof grounds)[number]): Rule {
  const { period, cure, notBeforeLeaseEnd, methods, attempts, document } = pack.notices[ground];
  const invalid = noticeMethods.filter((method) => !methods.includes(method));
  return {
    title: `${groundNames[ground]}: ${document.title}`,
    words: [
      `The notice gives ${dayCount(period)} (deadline notice_expires).`,
      cureWords[cure],
      ...(notBeforeLeaseEnd ? ['The period never ends before the lease does.'] : []),
      `If the CARES Act covers the dwelling, the notice also gives ${pack.cares.minimumDays} calendar days (deadline cares_notice_expires, ${pack.cares.citation}), and the later date governs.`,
      `Valid service: ${list(
        methods.map((method) => methodNames[method]),
        'or',
      )}.`,
      ...(invalid.length > 0 ? [`Never enough: ${list(invalid.map((method) => methodNames[method]))}.`] : []),
      `In the sandbox service is attempted by ${attempts.map((method) => methodNames[method]).join(', then ')}.`,
      lastDayWords,
    ],
    basis: period,
    papers: [document, pack.proofs.notice],
    tables: [noticeExamples(pack, ground)],
  };
}

function priorNoticeRule(pack: RulePack): Rule {
  return {
    title: 'A notice served before the case',
    words: [
      'The same rules apply to the notice of a case that enters with its filing.',
      'Its last day is the later of two: the last day by these rules, and the last day by the calendar days that the notice stated.',
    ],
    basis: pack.counting,
    tables: [priorNoticeExamples(pack)],
  };
}

function courtSection(pack: RulePack): Section {
  const { courtDates, court } = pack;
  const action: Rule = {
    title: 'Action',
    words: [
      `The action for possession is ${actionOf(pack)}, brought in the ${court.name}.`,
      `The clerk numbers filings ${court.envelopeIds} and cases ${court.caseNumbers}, where {number} counts up and {year} is the year of the filing.`,
    ],
    basis: pack.action,
    papers: pack.filing,
  };
  const answer: Rule = {
    title: courtDateTitles.answer_due,
    words: [
      `The answer is due ${dayCount(courtDates.answer_due)} after the summons is served (deadline answer_due). Days in the mail count as for a notice.`,
    ],
    basis: courtDates.answer_due,
    papers: [pack.proofs.summons],
    tables: [courtDateExamples(pack, 'answer_due')],
  };
  const hearing: Rule = {
    title: courtDateTitles.hearing,
    words: [`The court sets the hearing ${dayCount(courtDates.hearing)} ahead (deadline hearing).`],
    basis: courtDates.hearing,
    tables: [courtDateExamples(pack, 'hearing')],
  };
  const appeal: Rule = {
    title: courtDateTitles.appeal_period_ends,
    words: [
      `An appeal is possible for ${dayCount(courtDates.appeal_period_ends)} after the judgment (deadline appeal_period_ends). The writ is requested on a later day.`,
    ],
    basis: courtDates.appeal_period_ends,
    tables: [courtDateExamples(pack, 'appeal_period_ends')],
  };
  const writ: Rule = {
    title: courtDateTitles.writ_expires,
    words: [
      `The writ can be executed for ${dayCount(courtDates.writ_expires)} after it is issued (deadline writ_expires).`,
    ],
    basis: courtDates.writ_expires,
    tables: [courtDateExamples(pack, 'writ_expires')],
  };
  return { title: 'Court', rules: [action, answer, hearing, appeal, writ] };
}
