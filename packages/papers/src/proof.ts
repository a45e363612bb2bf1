import type { Party } from '@evict/case-model';
import { actionOf, documentOf } from '@evict/jurisdictions';
import { captionOf } from './court.ts';
import { type Block, field, heading, signature, title } from './layout/blocks.ts';
import type { DocumentRequest } from './requests.ts';
import { addressLine, clockTime, isEntityParty, leftWith, longDate, sandboxMethod } from './wording.ts';

/**
 * Returns the process server's declaration. It states for each defendant when, where and how the paper was served, and
 * contains only what the server can swear to. What only the server knows is left blank to fill in.
 */
export function proofBlocks(request: DocumentRequest): Block[] {
  const { specId, facts, pack, service } = request;
  if (!service) throw new Error('a proof of service needs the service that it documents');
  const { document, period } = pack.notices[facts.ground];
  const isNotice = service.stage === 'notice';
  const method = sandboxMethod(service.method);
  const defendants = facts.parties.filter(({ role }) => role === 'defendant');
  const { name, address, telephone } = pack.server;
  const papers = isNotice ? 'the paper' : 'the papers';
  const sworn = isMailed(method) ? { verb: 'mailed', to: 'to' } : { verb: 'served', to: 'on' };
  return [
    ...(isNotice ? [] : [captionOf(request, 'PROOF OF SERVICE')]),
    title(documentOf(pack, specId).title, isNotice ? document.title : actionOf(pack)),
    isNotice
      ? field('PAPER SERVED:', `${document.title} (${period.citation})`)
      : field('PAPERS SERVED:', [
          'Summons',
          `${documentOf(pack, pack.filing[0]?.id ?? specId).title}, with its exhibits`,
        ]),
    field('SERVER:', [name, ...address, telephone]),
    ...defendants.flatMap((defendant, index) => {
      const time = method === 'personal' ? deliveryTime(service.time, index, defendants.length) : service.time;
      return personBlocks(request, { ...service, time }, method, defendant, index + 1);
    }),
    signature(
      'Declaration of the server',
      `I am over 18 years of age and not a party to this matter. I ${sworn.verb} ${papers} named above ${sworn.to} each person named above, on the date, at the time and place, and in the manner stated for that person. I declare under penalty of perjury under the laws of the State of ${pack.stateCode} that the foregoing is true and correct.`,
      ['Signature of the server', 'Date and place signed'],
    ),
  ];
}

type Manner = ReturnType<typeof sandboxMethod>;

function isMailed(method: Manner): boolean {
  return method === 'certified_mail' || method === 'first_class_mail';
}

/**
 * Returns the time at which one of several defendants was handed the paper, as `HH:MM`. The recorded time is that of
 * the last delivery. Earlier ones are spaced a few minutes apart, because a server can't reach several people within
 * one minute.
 */
function deliveryTime(time: string, index: number, count: number): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const apart = Math.min(4, Math.floor(1439 / count));
  const last = Math.max(hours * 60 + minutes, apart * (count - 1));
  const at = last - apart * (count - 1 - index);
  return [Math.floor(at / 60), at % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Returns the heading and fields for one defendant: who, when, where and how. */
function personBlocks(
  { facts, pack }: DocumentRequest,
  { servedDate, time }: NonNullable<DocumentRequest['service']>,
  method: Manner,
  defendant: Party,
  position: number,
): Block[] {
  const { name } = defendant;
  const isEntity = isEntityParty(defendant);
  const at = `${longDate(servedDate)}, ${clockTime(time)} UTC`;
  const envelope = `${name}, ${addressLine({ ...facts.property, county: undefined })}`;
  const mailing = { 'ADDRESSED TO:': envelope, 'MAILED AT:': pack.server.postOffice };
  const blank = toFillIn(method, isEntity);
  /** The fields by label. Null stands for a blank line to write on. */
  const fields: Record<string, string | null> = {
    ...(isMailed(method)
      ? { 'MAILED ON:': at, ...mailing }
      : { 'DATE AND TIME:': at, 'PLACE:': addressLine(facts.property) }),
    'MANNER:': (isEntity ? toEntity[method] : undefined) ?? manners[method],
    ...(method === 'posting_and_mail' ? { 'DATE MAILED:': longDate(servedDate), ...mailing } : {}),
    ...(blank === null ? {} : { [blank]: null }),
  };
  const rows = Object.entries(fields);
  return [
    heading(`${position}. ${name}`),
    ...rows.map(([label, value], index) => field(label, value, { keepWithNext: index < rows.length - 1 })),
  ];
}

const sealed =
  'I put a copy in a sealed envelope addressed to this person, with the postage fully prepaid, and deposited it in the United States mail';

const manners: Readonly<Record<Manner, string>> = {
  personal: 'Personal delivery. I handed a copy to this person.',
  substitute: `Substitute service. I left a copy for this person ${leftWith.person}, and said what it is.`,
  posting_and_mail: `Posting and mailing. I fixed a copy to the main entrance of the premises, in plain view. ${sealed.replace('a copy', 'another copy')}, by first-class mail.`,
  certified_mail: `Certified mail. ${sealed}, return receipt requested.`,
  first_class_mail: `First-class mail. ${sealed}.`,
};

const toEntity: Readonly<Partial<Record<Manner, string>>> = {
  personal: 'Personal delivery. I handed a copy for this entity to the person named here.',
  substitute: `Substitute service. I left a copy for this entity ${leftWith.entity}, and said what it is.`,
};

/** Returns the label of the line that the server fills in. Null if there is none. */
function toFillIn(method: Manner, isEntity: boolean): string | null {
  if (method === 'certified_mail') return 'ARTICLE NUMBER:';
  if (method === 'substitute') return 'LEFT WITH:';
  return method === 'personal' && isEntity ? 'HANDED TO:' : null;
}
