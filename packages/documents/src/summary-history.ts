import type { IsoDate, ServiceMethod } from '@evict/case-model';
import { exactText } from './exact-text.ts';
import type { Block } from './layout/blocks.ts';
import { field, heading, listed, none, paragraph, shown, shownDate } from './summary-parts.ts';
import { methodText } from './wording.ts';

/** What has happened since the facts were frozen, for the review of a filing. */
export interface CaseHistory {
  /** When the facts were frozen, ISO 8601. */
  readonly frozenAt: string;
  /** The attempts that reached a defendant with the notice, oldest first; none where it was served before the case. */
  readonly noticeServed: readonly ServedNotice[];
  /** Payments and cures as they were reported, oldest first. */
  readonly reports: readonly Report[];
}

interface ServedNotice {
  /** The defendant; null: everyone whom service has to reach. */
  readonly defendant: string | null;
  readonly method: ServiceMethod;
  readonly servedDate: IsoDate;
  readonly expires: IsoDate | null;
  /** The law that determines the end. */
  readonly citation: string | null;
  readonly reportedBy: Reporter;
}

interface Report {
  readonly kind: 'payment' | 'cure_reported';
  /** The day of the payment; null for a cure, which is reported without one. */
  readonly date: IsoDate | null;
  readonly detail: string | null;
  readonly reportedBy: Reporter;
  /** ISO 8601. */
  readonly reportedAt: string;
}

/** `platform`: an operator, on the word of the attorney. */
type Reporter = 'customer' | 'attorney' | 'platform' | 'reviewer';

/** When the facts were frozen, how the notice was served, and which payments and cures were reported. */
export function historyBlocks({ frozenAt, noticeServed, reports }: CaseHistory): Block[] {
  return [
    heading('Since the facts were frozen'),
    field('FACTS FROZEN:', instant(frozenAt)),
    paragraph('The facts above are as of that time. What was reported otherwise is listed here.'),
    heading('Service of the notice'),
    ...(noticeServed.length === 0
      ? [paragraph(`${none}: the notice was served before the case, as stated above.`)]
      : noticeServed.flatMap(serviceFields)),
    heading('Payments and cures reported'),
    ...listed(
      [
        { title: 'Reported', width: 118, align: 'left' },
        { title: 'What', width: 62, align: 'left' },
        { title: 'Date', width: 62, align: 'left' },
        { title: 'Detail', width: 'rest', align: 'left' },
        { title: 'By', width: 70, align: 'left' },
      ],
      reports.map(({ kind, date, detail, reportedBy, reportedAt }) => [
        instant(reportedAt),
        kind === 'payment' ? 'Payment' : 'Cure',
        date ?? '–',
        detail === null ? '' : shown(detail),
        reporters[reportedBy],
      ]),
    ),
  ];
}

function serviceFields({ defendant, method, servedDate, expires, citation, reportedBy }: ServedNotice): Block[] {
  return [
    field('DEFENDANT:', defendant === null ? 'Every defendant' : exactText(defendant)),
    field('SERVED:', `${shownDate(servedDate)}, ${methodText[method]}`),
    field('ENDS:', shownDate(expires ?? undefined)),
    field('BY THE LAW:', shown(citation ?? undefined)),
    field('REPORTED BY:', reporters[reportedBy]),
  ];
}

const reporters: Readonly<Record<Reporter, string>> = {
  customer: 'The customer',
  attorney: 'The attorney',
  platform: 'An operator',
  reviewer: 'The reviewer',
};

/** `2026-07-02 14:03 UTC`. */
function instant(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
}
