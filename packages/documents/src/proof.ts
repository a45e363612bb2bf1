import type { Party, ServiceMethod } from '@evict/case-model';
import { actionOf, documentOf } from '@evict/jurisdictions';
import { captionOf } from './court.ts';
import type { Block } from './layout/blocks.ts';
import type { DocumentRequest } from './specs.ts';
import { addressLine, clockTime, longDate, methodText, sandboxMethod } from './wording.ts';

/**
 * The server's declaration: of each defendant by name when, where and how the paper was served, and nothing that the
 * server cannot swear. What only the server knows is left to fill in.
 */
export function proofBlocks(request: DocumentRequest): Block[] {
  const { specId, facts, pack, service } = request;
  if (!service) throw new Error('a proof needs the service that it proves');
  const { document, period } = pack.notices[facts.ground];
  const isNotice = service.stage === 'notice';
  const method = sandboxMethod(service.method);
  const { name, address, telephone } = pack.server;
  return [
    ...(isNotice ? [] : [captionOf(request, 'PROOF OF SERVICE')]),
    { kind: 'title', text: documentOf(pack, specId).title, under: isNotice ? document.title : actionOf(pack) },
    {
      kind: 'field',
      label: isNotice ? 'PAPER SERVED:' : 'PAPERS SERVED:',
      values: isNotice
        ? [`${document.title} (${period.citation})`]
        : ['Summons', `${documentOf(pack, pack.filing[0]?.id ?? specId).title}, with its exhibits`],
    },
    { kind: 'field', label: 'SERVER:', values: [name, ...address, telephone] },
    ...facts.parties
      .filter(({ role }) => role === 'defendant')
      .flatMap((defendant, index) => personBlocks(request, service, method, defendant, index + 1)),
    ...countedBlocks(request, method),
    {
      kind: 'signature',
      heading: 'Declaration of the server',
      declaration: `I am over 18 years of age and not a party to this matter. I served ${isNotice ? 'the paper' : 'the papers'} named above on each person named above, on the date, at the time and place, and in the manner stated for that person. I declare under penalty of perjury under the laws of the State of ${pack.stateCode} that the foregoing is true and correct.`,
      lines: ['Signature of the server', 'Date and place signed'],
    },
  ];
}

type Manner = ReturnType<typeof sandboxMethod>;

/** One defendant: who, when, where, how. */
function personBlocks(
  { facts, pack }: DocumentRequest,
  { servedDate, time }: NonNullable<DocumentRequest['service']>,
  method: Manner,
  { name, isEntity }: Party,
  position: number,
): Block[] {
  const at = `${longDate(servedDate)}, ${clockTime(time)} UTC`;
  const premises = addressLine(facts.property);
  const envelope = `${name}, ${addressLine({ ...facts.property, county: undefined })}`;
  const { postOffice } = pack.server;
  const mailed = method === 'certified_mail' || method === 'first_class_mail';
  const when: [label: string, value: string][] = mailed
    ? [
        ['MAILED ON:', at],
        ['ADDRESSED TO:', envelope],
        ['MAILED AT:', postOffice],
      ]
    : [
        ['DATE AND TIME:', at],
        ['PLACE:', premises],
      ];
  const copy: [label: string, value: string][] =
    method === 'posting_and_mail'
      ? [
          ['DATE MAILED:', longDate(servedDate)],
          ['ADDRESSED TO:', envelope],
          ['MAILED AT:', postOffice],
        ]
      : [];
  const blank = toFillIn(method, isEntity === true);
  const rows: Extract<Block, { kind: 'field' }>[] = [
    ...[
      ...when,
      ['MANNER:', method === 'personal' && isEntity === true ? toEntity : manners[method]] as const,
      ...copy,
    ].map(([label, value]) => ({ kind: 'field', label, values: [value] }) as const),
    ...(blank === null ? [] : [{ kind: 'field', label: blank, values: [null] } as const]),
  ];
  return [
    { kind: 'heading', text: `${position}. ${name}` },
    ...rows.map((row, index) => ({ ...row, keepWithNext: index < rows.length - 1 })),
  ];
}

const sealed =
  'I put a copy in a sealed envelope addressed to this person, with the postage fully prepaid, and deposited it in the United States mail';

const manners: Readonly<Record<Manner, string>> = {
  personal: 'Personal delivery. I handed a copy to this person.',
  substitute:
    'Substitute service. I left a copy for this person at the premises with an adult who lives there, and said what it is.',
  posting_and_mail: `Posting and mailing. I fixed a copy to the main entrance of the premises, in plain view. ${sealed.replace('a copy', 'another copy')}, by first-class mail.`,
  certified_mail: `Certified mail. ${sealed}, return receipt requested.`,
  first_class_mail: `First-class mail. ${sealed}.`,
};

const toEntity = 'Personal delivery. I handed a copy for this entity to the person named here.';

/** The label of what only the server knows; null if nothing is open. */
function toFillIn(method: Manner, isEntity: boolean): string | null {
  if (method === 'certified_mail') return 'ARTICLE NUMBER:';
  if (method === 'substitute') return 'LEFT WITH:';
  return method === 'personal' && isEntity ? 'HANDED TO:' : null;
}

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
