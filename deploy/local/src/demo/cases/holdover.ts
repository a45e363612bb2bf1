import type { UploadDocument } from '@evict/client';
import type { DemoCase } from '../demo-case.ts';
import { attestations, landlordAndTenant } from '../facts.ts';
import { daysBefore } from '../dates.ts';
import { onePagePdf } from '../pdf.ts';
import { courtProceedings, filingDocuments, fileWithCourt, submit } from '../steps.ts';

/** A tenant who stays after the lease and after a notice by the landlord: the case begins at the filing. */
export const holdover: DemoCase = {
  letter: 'c',
  title: 'Holdover from the filing on: prior notice and its proof uploaded as PDF; to judgment and writ',
  facts: (today) => ({
    ground: 'holdover',
    entryPoint: 'filing',
    ...landlordAndTenant,
    lease: { startDate: daysBefore(today, 430), endDate: daysBefore(today, 65), monthlyRentCents: 98_000 },
    attestations,
    priorNotice: { servedDate: servedOn(today), method: 'personal', periodDays: 30 },
  }),
  uploads: (today) => [
    pdf('notice-to-quit.pdf', 'prior_notice', [
      'NOTICE TO QUIT',
      'To: Terry Example, 12 Sandbox Way 3B, Testville',
      `Your lease ends on ${daysBefore(today, 65)}. Leave the premises within 30 days`,
      'after this notice is served on you, and not before your lease ends.',
    ]),
    pdf('proof-of-service.pdf', 'prior_notice_proof', [
      'PROOF OF SERVICE',
      `I handed the notice to quit to Terry Example on ${servedOn(today)}.`,
    ]),
  ],
  path: [submit('filing_review', ['submit'], { documents: filingDocuments }), fileWithCourt, ...courtProceedings],
};

function servedOn(today: string): string {
  return daysBefore(today, 100);
}

function pdf(filename: string, purpose: UploadDocument['purpose'], lines: readonly string[]): UploadDocument {
  return { filename, purpose, contentBase64: onePagePdf(lines).toString('base64') };
}
