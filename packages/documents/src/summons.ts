import { actionOf, documentOf } from '@evict/jurisdictions';
import { captionOf } from './court.ts';
import type { Block } from './layout/blocks.ts';
import type { DocumentRequest } from './specs.ts';
import { addressLine, countingRule, legalHelp, longDate, namesOf, onlyACourt, periodText } from './wording.ts';

/**
 * The court's summons to the defendants. It is rendered before service, so it states the time to answer from service and
 * leaves the hearing to the court.
 */
export function summonsBlocks({ specId, facts, pack, preparedOn }: DocumentRequest): Block[] {
  const { answer_due: answer, hearing } = pack.courtDates;
  const answerTime = `${periodText(answer)} after this summons is served on you`;
  const plaintiffs = namesOf(facts, 'plaintiff').length > 1 ? 'The plaintiffs have' : 'The plaintiff has';
  return [
    captionOf(facts, pack, 'SUMMONS'),
    { kind: 'title', text: documentOf(pack, specId).title, under: actionOf(pack) },
    { kind: 'field', label: 'TO:', values: namesOf(facts, 'defendant'), bold: true },
    {
      kind: 'paragraph',
      text: `${plaintiffs} started a case in this court to evict you from ${addressLine(facts.property)}. The complaint comes with this summons. You are called to answer it.`,
    },
    { kind: 'field', label: 'ANSWER BY:', values: [`${answerTime} (${answer.citation})`], bold: true },
    { kind: 'field', label: 'HEARING:', values: [`To be set by the court (${hearing.citation})`], bold: true },
    { kind: 'field', label: 'PREPARED ON:', values: [longDate(preparedOn)] },
    { kind: 'heading', text: 'Your right to answer' },
    {
      kind: 'paragraph',
      text: 'You have the right to answer in writing and to be heard. File your answer with the clerk of this court and send a copy to the plaintiff. Say what you dispute and why: for example, that you paid, that you cured, that the notice was wrong, or that the premises were not kept in repair. You may bring a lawyer.',
    },
    {
      kind: 'paragraph',
      text: `You have ${answerTime}. ${countingRule(pack, [answer.dayKind])} The court will tell you when the hearing is.`,
    },
    { kind: 'heading', text: 'If you do nothing' },
    {
      kind: 'paragraph',
      text: `If you neither answer nor come to the hearing, the court may decide against you by default. It may give the plaintiff possession of the premises${facts.ground === 'nonpayment' ? ' and a judgment for the money claimed' : ''}, with costs.`,
    },
    { kind: 'paragraph', text: onlyACourt },
    { kind: 'heading', text: 'Legal help' },
    { kind: 'paragraph', text: legalHelp },
    { kind: 'signature', heading: 'Issued by the court', declaration: null, lines: ['Clerk of the court', 'Date'] },
  ];
}
