import type { ServiceMethod } from '@evict/case-model';
import { actionOf, documentOf } from '@evict/jurisdictions';
import { captionOf } from './court.ts';
import type { Block } from './layout/blocks.ts';
import type { DocumentRequest } from './specs.ts';
import { addressLines, longDate, methodText, namesOf } from './wording.ts';

/** The server's sworn statement of service; what only the server knows is left to fill in. */
export function proofBlocks(request: DocumentRequest): Block[] {
  const { specId, facts, pack, service } = request;
  if (!service) throw new Error('a proof needs the service that it proves');
  const { stage, method, servedDate } = service;
  const mailed = method.endsWith('_mail');
  const rule = pack.notices[facts.ground];
  const isNotice = stage === 'notice';
  const { title } = documentOf(pack, specId);
  return [
    ...(isNotice ? [] : [captionOf(facts, pack, 'PROOF OF SERVICE')]),
    { kind: 'title', text: title, under: isNotice ? rule.document.title : actionOf(pack) },
    {
      kind: 'field',
      label: 'PAPER SERVED:',
      values: [isNotice ? `${rule.document.title} (${rule.period.citation})` : 'Summons and Complaint'],
    },
    {
      kind: 'field',
      label: 'SERVED ON:',
      values: [...namesOf(facts, 'defendant'), ...(isNotice ? ['and all other occupants'] : [])],
      bold: true,
    },
    { kind: 'field', label: 'AT:', values: addressLines(facts.property) },
    { kind: 'field', label: mailed ? 'DATE MAILED:' : 'DATE:', values: [longDate(servedDate)], bold: true },
    { kind: 'field', label: 'TIME OF DAY:', values: [null] },
    { kind: 'field', label: 'METHOD:', values: [`Served ${methodText[method]}`] },
    ...methodBlocks[method],
    ...countedBlocks(request, method),
    {
      kind: 'signature',
      heading: 'Declaration of the server',
      declaration: `I am over 18 years of age and not a party to this matter. I served the paper named above on the persons named above, at the place, on the day and in the way stated above. I declare under penalty of perjury under the laws of the State of ${pack.stateCode} that this is true and correct.`,
      lines: ['Signature of the server', 'Date', 'Printed name', 'Address and telephone'],
    },
  ];
}

const mail: Block[] = [
  {
    kind: 'paragraph',
    text: 'I put the paper in a sealed envelope addressed to the persons and the place above, postage paid, and deposited it with the United States Postal Service at:',
  },
  { kind: 'field', label: 'POST OFFICE:', values: [null] },
];

const methodBlocks: Readonly<Record<ServiceMethod, Block[]>> = {
  personal: [{ kind: 'paragraph', text: 'I handed the paper to each person named above.' }],
  substitute: [
    { kind: 'paragraph', text: 'I left the paper at the premises with an adult who lives there:' },
    { kind: 'field', label: 'RECIPIENT:', values: [null] },
  ],
  posting: [
    { kind: 'paragraph', text: 'I fixed the paper to the main entrance of the premises, where it is plainly seen.' },
  ],
  certified_mail: [...mail, { kind: 'field', label: 'RECEIPT NUMBER:', values: [null] }],
  first_class_mail: mail,
};

function countedBlocks({ pack }: DocumentRequest, method: ServiceMethod): Block[] {
  const days = pack.counting.mailDays[method];
  if (days === undefined) return [];
  return [
    {
      kind: 'paragraph',
      text: `Service ${methodText[method]} counts as made ${days} calendar days after mailing (${pack.counting.citation}).`,
    },
  ];
}
