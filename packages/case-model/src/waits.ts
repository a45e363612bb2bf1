import type { CaseRecord } from './record.ts';
import type { AwaitedStep } from './sandbox/steps.ts';
import type { DocumentOrder } from './stage-documents.ts';

/** Everything that a case can wait for. */
export const waitKinds = [
  /** Work of the platform, which is retried on a timer. */
  'documents',
  'engagement',
  /** Timers. */
  'notice_period',
  'sandbox_step',
  /** Somebody's command. */
  'customer',
  'attorney_acceptance',
  'attorney_review',
  'service',
  'filing',
  'court',
  'withdrawal_confirmation',
  'resumption',
  /** The case is over, or a draft that was never submitted. */
  'finished',
] as const;
export type WaitKind = (typeof waitKinds)[number];

/** What a case waits for. */
export interface Wait {
  readonly kind: WaitKind;
  /** When it is over by itself, in epoch milliseconds on the case's clock; null if it takes a command. */
  readonly dueAt: number | null;
  /** For operators; no tenant data. */
  readonly summary: string;
  /** What is done when it is due; null if nothing is. */
  readonly work: DueWork | null;
}

/** What the platform does by itself. */
export type DueWork =
  /** Makes the missing documents of the stage under review. */
  | { readonly kind: 'make_documents'; readonly orders: readonly DocumentOrder[] }
  | { readonly kind: 'engage_attorney'; readonly jurisdiction: string }
  | { readonly kind: 'take_step'; readonly step: AwaitedStep }
  | { readonly kind: 'end_notice_period' };

/** What the case waits for at `now`, in epoch milliseconds on its clock. */
export function waitOf(record: CaseRecord, now: number): Wait {
  throw new Error(`not written: ${record.state} ${now}`);
}
