import type { EntryPoint, Ground, IsoDate, NoticeMethod } from '@evict/jurisdictions';

/** The vocabulary of a case: the facts that customers send, and the constants used as keys in tables and rules. */

export { entryPoints, grounds, noticeMethods, serviceMethods } from '@evict/jurisdictions';
export type {
  Deadline,
  EntryPoint,
  Ground,
  IsoDate,
  NoticeMethod,
  ServiceMethod,
  ServiceStage,
} from '@evict/jurisdictions';

export const partyRoles = ['plaintiff', 'defendant'] as const;
export const ledgerTypes = ['charge', 'payment'] as const;
export const servicememberAnswers = ['no', 'yes', 'unknown'] as const;
export type ServicememberAnswer = (typeof servicememberAnswers)[number];

export const documentPurposes = ['authority', 'prior_notice', 'prior_notice_proof', 'other'] as const;
export type DocumentPurpose = (typeof documentPurposes)[number];

export const documentKinds = ['evidence', 'notice', 'filing', 'proof'] as const;
export type DocumentKind = (typeof documentKinds)[number];

export interface Party {
  role: (typeof partyRoles)[number];
  name: string;
  isEntity?: boolean | undefined;
}

export interface LedgerEntry {
  date: IsoDate;
  type: (typeof ledgerTypes)[number];
  amountCents: number;
  memo?: string | undefined;
}

/** The facts of a case, as sent by its customer. They are tenant data and must never appear in Temporal or in logs. */
export interface CaseFacts {
  ground: Ground;
  entryPoint: EntryPoint;
  property: {
    line1: string;
    unit?: string | undefined;
    city: string;
    county?: string | undefined;
    state: string;
    zip: string;
    ownerOfRecord: string;
  };
  parties: Party[];
  lease?:
    | {
        startDate?: IsoDate | undefined;
        endDate?: IsoDate | undefined;
        monthlyRentCents?: number | undefined;
      }
    | undefined;
  ledger?: LedgerEntry[] | undefined;
  amountOwedCents?: number | undefined;
  violation?: { description: string; date: IsoDate } | undefined;
  attestations: {
    authority?: boolean | undefined;
    notRetaliatory?: boolean | undefined;
    notDiscriminatory?: boolean | undefined;
    caresCovered?: boolean | undefined;
    subsidized?: boolean | undefined;
    servicemember?: ServicememberAnswer | undefined;
  };
  priorNotice?: { servedDate: IsoDate; method: NoticeMethod; periodDays: number } | undefined;
  freeText?: string | undefined;
  /** Where rent is paid. Printed on notices for unpaid rent. */
  paymentAddress?: string | undefined;
}

/** The possible authors of a message about a live case. */
export const noteWriters = ['customer', 'attorney', 'platform'] as const;
export type NoteWriter = (typeof noteWriters)[number];

export const chargeStates = ['due', 'paid', 'void', 'refunded'] as const;
export type ChargeState = (typeof chargeStates)[number];
