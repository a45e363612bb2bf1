import type { CaseFacts } from '@evict/case-model';
import { expect, test } from 'vitest';
import { renderDocument } from './render.ts';
import type { DocumentRequest } from './specs.ts';
import { buildFacts, buildRequest } from './testing/build-request.ts';
import { readPdf, textOf } from './testing/read-pdf.ts';

const textsOf = async (specId: string, facts: Partial<CaseFacts>, over: Partial<DocumentRequest> = {}) =>
  readPdf(await renderDocument(buildRequest(specId, { facts: buildFacts(facts), ...over }))).map((page) =>
    textOf(page).replaceAll('\n', ' '),
  );
const textFor = async (...args: Parameters<typeof textsOf>) => (await textsOf(...args)).join(' ');
const defendant = { role: 'defendant', name: 'Terry Example' } as const;
const plaintiff = (name: string, isEntity?: boolean) => ({ role: 'plaintiff', name, isEntity }) as const;

test('an entity that no flag marks appears by counsel, and a person whom the flag marks does not', async () => {
  const unmarked = await textFor('zz.complaint.v1', { parties: [plaintiff('Acme Holdings LLC'), defendant] });
  expect(unmarked).toContain('Casey Counsel');
  const person = await textFor('zz.complaint.v1', { parties: [plaintiff('Grace Bank', false), defendant] });
  expect(person).not.toContain('Casey Counsel');
  expect(person).toContain('I, Grace Bank, am the plaintiff.');
});

test('several plaintiffs are pleaded as several, and each person swears alone', async () => {
  const parties = [plaintiff('Ann Owner'), plaintiff('Bob Owner'), plaintiff('Acme LLC', true), defendant];
  const text = await textFor('zz.complaint.v1', { parties });
  for (const words of [
    'The plaintiffs ask the court for:',
    'The plaintiffs have the authority',
    'The plaintiffs claim',
    'attorney for the plaintiffs',
    'withheld from the plaintiffs.',
    'I, Ann Owner, am a plaintiff.',
    'I, Bob Owner, am a plaintiff.',
    'I am an officer or agent of Acme LLC,',
  ])
    expect(text).toContain(words);
  expect(text).not.toMatch(/[Tt]he plaintiff(?:’s)? /);
  expect(text.match(/Verification/g)).toHaveLength(3);
});

test('the account of a complaint says through which day it runs', async () => {
  const ledger = [{ date: '2026-06-01', type: 'charge', amountCents: 125_000 }] as const;
  const text = (await textFor('zz.complaint.v1', { ledger: [...ledger] })).replaceAll('\u00a0', ' ');
  expect(text).toContain('every payment through Monday, June 1, 2026.');
  expect(text).toContain('The balance of the account as of Monday, June 1, 2026 is $1,250.00.');
  expect(text).toContain('charges and payments through Monday, June 1, 2026');
});

test('a summons refers to no address that is not printed', async () => {
  const text = await textFor('zz.summons.v1', { parties: [plaintiff('Ann Owner'), defendant] });
  expect(text).toContain('with the clerk of this court, at 1 Courthouse Square');
  expect(text).not.toContain('copy of the answer');
});

test('a notice prints the known address of the landlord, and its last page names tenant and premises', async () => {
  const lease = { startDate: '2025-01-01', paymentAddress: '4 Office Street' };
  const pages = await textsOf('zz.notice.nonpayment.v1', { lease, parties: [plaintiff('Ann Owner'), defendant] });
  expect(pages[0]).toContain('ADDRESS: 4 Office Street');
  expect(pages.at(-1)).toContain('to Terry Example and all other occupants of 12 Example Street');
});

test('nothing is pleaded of covered dwellings that a subsidy contradicts', async () => {
  const attested = (subsidized: boolean) =>
    textFor('zz.complaint.v1', { attestations: { ...buildFacts().attestations, caresCovered: false, subsidized } });
  const denied = 'knowledge the premises are not a covered dwelling (15 U.S.C. § 9058(a)).';
  expect(await attested(false)).toContain(`To the plaintiff’s ${denied}`);
  expect(await attested(true)).not.toContain(denied);
});

test('a server swears to mailing, not to its effect, and leaves a paper for an entity with a person in charge', async () => {
  const served = { stage: 'notice', servedDate: '2026-07-03', time: '00:02' } as const;
  const proof = (method: 'certified_mail' | 'substitute') =>
    textFor(
      'zz.proof.notice.v1',
      { parties: [plaintiff('Ann Owner'), defendant, { role: 'defendant', name: 'Example Inc.' }] },
      { service: { ...served, method } },
    );
  const mailed = await proof('certified_mail');
  expect(mailed).toContain('I mailed the paper named above to each person');
  expect(mailed).not.toMatch(/counts as|I served/);
  const left = await proof('substitute');
  const way = 'at the premises with an adult who lives there';
  expect(left).toContain(`for this person ${way},`);
  expect(left).toContain('for this entity at the premises with a person in charge there,');
  const notice = { servedDate: '2026-07-03', method: 'substitute', expires: null } as const;
  const parties = [plaintiff('Ann Owner'), defendant];
  expect(await textFor('zz.complaint.v1', { parties }, { notice })).toContain(`by leaving it ${way}.`);
});
