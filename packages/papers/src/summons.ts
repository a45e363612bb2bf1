import { actionOf, documentOf } from '@evict/jurisdictions';
import { beforeDefault, captionOf, counselOf } from './court.ts';
import { type Block, field, heading, paragraph, signature, title } from './layout/blocks.ts';
import type { DocumentRequest } from './requests.ts';
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
 * Returns the court's summons to the defendants. It is rendered before service, so it counts the time to answer from
 * service and leaves the hearing date to the court. It informs and never advises.
 */
export function summonsBlocks(request: DocumentRequest): Block[] {
  const { specId, facts, pack, preparedOn } = request;
  const { court, courtDates } = pack;
  const { answer_due: answer, hearing } = courtDates;
  const answerTime = `${periodText(answer)} after this summons is served on you`;
  const counsel = counselOf(request);
  const parties = perPlaintiffs(facts, 'plaintiff', 'plaintiffs');
  // The papers don't print an address for a plaintiff without counsel.
  const copyTo =
    counsel === null ? '' : ` A copy of the answer goes to the attorney for the ${parties}, at the address above.`;
  const money = facts.ground === 'nonpayment' ? ', the money claimed' : '';
  return [
    captionOf(request, 'SUMMONS'),
    title(documentOf(pack, specId).title, actionOf(pack)),
    field('TO:', noticedNames(facts), { bold: true }),
    paragraph(
      `A case has been started against you in this court for possession of the premises at ${addressLine(facts.property)}. The complaint is served with this summons.`,
    ),
    field('ANSWER BY:', [answerTime, answer.citation], { bold: true }),
    field('HEARING:', ['To be set by the court', hearing.citation], { bold: true }),
    field('COURT:', [court.name, ...court.address, court.telephone]),
    counsel === null
      ? field(perPlaintiffs(facts, 'PLAINTIFF:', 'PLAINTIFFS:'), list(namesOf(facts, 'plaintiff')))
      : field('ATTORNEY:', [`For the ${parties}:`, ...counsel]),
    field('PREPARED ON:', longDate(preparedOn)),
    heading('The answer'),
    paragraph(
      `You may file a written answer with the clerk of this court, at ${court.address.join(', ')}, within ${answerTime}.${copyTo} ${countingRule(pack, [answer.dayKind])}`,
    ),
    paragraph(
      'You may appear and be heard at the hearing, in person or by an attorney. The court gives notice of its day, time and place.',
    ),
    heading('If you do not answer or appear'),
    paragraph(
      `If you do not answer in that time and do not appear at the hearing, the court may enter judgment against you by default for possession of the premises${money} and the costs of the case. ${beforeDefault(request)}`,
    ),
    paragraph(onlyACourt),
    heading('Interpreters and accommodations'),
    paragraph(court.access),
    heading('Legal help'),
    paragraph(legalHelp, { keepWithNext: true }),
    signature('Issued by the court', null, ['Clerk of the court', 'Date']),
  ];
}
