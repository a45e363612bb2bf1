import { readPdf, textOf } from '@evict/documents/read-pdf';
import { expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { startService } from '../support/service.ts';

const { signUp } = await startService();
const customer = await signUp();

test('the papers of a case say what was done: to whom, when, where, how; and what is filed before a default', async () => {
  const facts = buildFacts({
    freeText: 'sandbox:service_failed\nPay at: 4 Office Street, Testville',
    parties: [
      { role: 'plaintiff', name: 'Sandbox Holdings LLC', isEntity: true },
      { role: 'defendant', name: 'Terry Example' },
      { role: 'defendant', name: 'Robin Example' },
    ],
    attestations: { ...buildFacts().attestations, servicemember: 'yes' },
  });
  const { id } = await customer.submitted(facts);
  // Review, failed service, service, end of the period, review, clerk, service of the summons.
  const served = await customer.advanceBy(id, 7);
  expect(served.state).toBe('summons_served');
  const paper = async (specId: string) => {
    const found = served.documents.find((document) => document.specId === specId);
    if (!found) throw new Error(`no ${specId}`);
    const { bytes } = await customer.download(id, found.id);
    return { hash: found.contentHash, text: readPdf(bytes).map(textOf).join(' ').replaceAll('\n', ' ') };
  };
  const [notice, proof, complaint, summons, return_] = await Promise.all(
    ['notice.nonpayment', 'proof.notice', 'complaint', 'summons', 'proof.summons'].map((name) =>
      paper(`zz.${name}.v1`),
    ),
  );
  if (!notice || !proof || !complaint || !summons || !return_) throw new Error('a paper is missing');
  expect(notice.text).toContain('PAY AT: 4 Office Street, Testville');

  const events = await customer.events(id);
  for (const [{ text }, action, manner] of [
    [proof, 'notice_served', 'Substitute service.'],
    [return_, 'summons_served', 'Personal delivery.'],
  ] as const) {
    const { caseTime: happened } = Object(events.findLast((event) => event.action === action)?.detail) as Record<
      string,
      unknown
    >;
    const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });
    const parts = new Map(when.formatToParts(new Date(String(happened))).map(({ type, value }) => [type, value]));
    const time = `${parts.get('hour')}:${parts.get('minute')} ${parts.get('dayPeriod') === 'AM' ? 'a.m.' : 'p.m.'} UTC`;
    const sworn = text.slice(text.indexOf('SERVER:'));
    for (const name of ['1. Terry Example', '2. Robin Example']) expect(sworn).toContain(name);
    // Personal deliveries follow one another, the first at the time of the event.
    expect(sworn).toContain(time);
    expect(sworn.split('DATE AND TIME:')).toHaveLength(3);
    expect(sworn.split(manner)).toHaveLength(3);
    expect(sworn.split('PLACE: 12 Sandbox Way, Unit 3B')).toHaveLength(3);
    expect(sworn).not.toContain('occupant');
  }
  expect(return_.text).toContain(`Case No. ${served.courtCaseNumber}`);

  expect(complaint.text.replaceAll(' ', '')).toContain(notice.hash.slice(0, 32));
  expect(complaint.text.replaceAll(' ', '')).toContain(proof.hash.slice(32));
  expect(complaint.text).toContain('A copy of the notice is Exhibit 1. ');
  expect(complaint.text).toContain('Casey Counsel');
  for (const { text } of [complaint, summons]) {
    expect(text).toContain('Before any default the plaintiff files an affidavit');
    expect(text).toContain('the court appoints counsel for that defendant before it enters judgment');
    expect(text).toContain('and all other occupants');
  }
});
