import { actionOf, documentOf } from '@evict/jurisdictions';
import { beforeDefault, captionOf, counselOf } from './court.ts';
import type { Block } from './layout/blocks.ts';
import type { DocumentRequest } from './specs.ts';
import {
  addressLine,
  countingRule,
  legalHelp,
  list,
  longDate,
  namesOf,
  noticedNames,
  onlyACourt,
  periodText,
  perPlaintiffs,
} from './wording.ts';

/**
 * The court's summons to the defendants. It is rendered before service, so it states the time to answer from service and
 * leaves the hearing to the court. It informs and never advises.
 */
export function summonsBlocks(request: DocumentRequest): Block[] {
  const { specId, facts, pack, preparedOn } = request;
  const { court, courtDates } = pack;
  const { answer_due: answer, hearing } = courtDates;
  const answerTime = `${periodText(answer)} after this summons is served on you`;
  const counsel = counselOf(request);
  const plaintiffs = namesOf(facts, 'plaintiff');
  const parties = perPlaintiffs(facts, 'plaintiff', 'plaintiffs');
  // The papers print no address of a plaintiff without counsel.
  const copyTo =
    counsel === null ? '' : ` A copy of the answer goes to the attorney for the ${parties}, at the address above.`;
  return [
    captionOf(request, 'SUMMONS'),
    { kind: 'title', text: documentOf(pack, specId).title, under: actionOf(pack) },
    { kind: 'field', label: 'TO:', values: noticedNames(facts), bold: true },
    {
      kind: 'paragraph',
      text: `A case has been started against you in this court for possession of the premises at ${addressLine(facts.property)}. The complaint is served with this summons.`,
    },
    { kind: 'field', label: 'ANSWER BY:', values: [answerTime, answer.citation], bold: true },
    { kind: 'field', label: 'HEARING:', values: ['To be set by the court', hearing.citation], bold: true },
    { kind: 'field', label: 'COURT:', values: [court.name, ...court.address, court.telephone] },
    counsel === null
      ? { kind: 'field', label: perPlaintiffs(facts, 'PLAINTIFF:', 'PLAINTIFFS:'), values: [list(plaintiffs)] }
      : { kind: 'field', label: 'ATTORNEY:', values: [`For the ${parties}:`, ...counsel] },
    { kind: 'field', label: 'PREPARED ON:', values: [longDate(preparedOn)] },
    { kind: 'heading', text: 'The answer' },
    {
      kind: 'paragraph',
      text: `You may file a written answer with the clerk of this court, at ${court.address.join(', ')}, within ${answerTime}.${copyTo} ${countingRule(pack, [answer.dayKind])}`,
    },
    {
      kind: 'paragraph',
      text: 'You may appear and be heard at the hearing, in person or by an attorney. The court gives notice of its day, time and place.',
    },
    { kind: 'heading', text: 'If you do not answer or appear' },
    {
      kind: 'paragraph',
      text: `If you do not answer in that time and do not appear at the hearing, the court may enter judgment against you by default for possession of the premises${facts.ground === 'nonpayment' ? ', the money claimed' : ''} and the costs of the case. ${beforeDefault(request)}`,
    },
    { kind: 'paragraph', text: onlyACourt },
    { kind: 'heading', text: 'Interpreters and accommodations' },
    { kind: 'paragraph', text: court.access },
    { kind: 'heading', text: 'Legal help' },
    { kind: 'paragraph', text: legalHelp, keepWithNext: true },
    { kind: 'signature', heading: 'Issued by the court', declaration: null, lines: ['Clerk of the court', 'Date'] },
  ];
}
