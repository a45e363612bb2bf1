import { type CaseFacts, grounds, servicememberAnswers, serviceMethods, type ServiceMethod } from '@evict/case-model';
import { documentOf, documentTemplates, noticeDeadlines } from '@evict/jurisdictions';
import { describe, expect, test } from 'vitest';
import { hash } from 'node:crypto';
import { runElsewhere } from '../test/another-process.ts';
import { buildFacts, buildRequest, specIds } from '../test/build-request.ts';
import { readPdf, textOf } from '../test/read-pdf.ts';
import { renderDocument, UnprintableTextError } from './render.ts';
import type { DocumentRequest } from './requests.ts';
import { longDate } from './wording.ts';

const specOf = (specId: string) => documentOf(buildRequest(specId).pack, specId);
const idsOf = (kind: 'notice' | 'proof') =>
  specIds.filter((id) => documentTemplates[specOf(id).template].kind === kind);
const hashOf = async (request: DocumentRequest) => hash('sha256', await renderDocument(request));
/** The text of each page on one line, with plain spaces. */
const pagesOf = async (request: DocumentRequest) =>
  readPdf(await renderDocument(request)).map((page) => plain(textOf(page).replaceAll('\n', ' ')));
const textFor = async (request: DocumentRequest) => (await pagesOf(request)).join(' ');
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('the bytes of a document', () => {
  test('are the same in another process that has rendered nothing before', async () => {
    const here = await Promise.all(specIds.map((specId) => hashOf(buildRequest(specId))));
    const program = `
      const { renderDocument } = await import('./src/render.ts');
      const { hash } = await import('node:crypto');
      const { buildRequest } = await import('./test/build-request.ts');
      const hashes = [];
      for (const specId of ${JSON.stringify(specIds.toReversed())}) {
        hashes.unshift(hash('sha256', await renderDocument(buildRequest(specId))));
      }
      process.stdout.write(JSON.stringify(hashes));`;
    expect(JSON.parse(runElsewhere(program))).toEqual(here);
  });

  test('do not depend on the letters that were drawn before', async () => {
    const named = (name: string) =>
      buildRequest('zz.summons.v1', { facts: buildFacts({ parties: [{ role: 'defendant', name }] }) });
    const before = await hashOf(named('Ồ fi'));
    await renderDocument(named('Ổ ﬁ ǻ Ὦ'));
    expect(await hashOf(named('Ồ fi'))).toBe(before);
  });

  test.each(specIds)('differ with revision and day: %s', async (specId) => {
    const request = buildRequest(specId);
    const requests = [request, { ...request, revision: 2 }, { ...request, preparedOn: '2026-07-03' }];
    expect(new Set(await Promise.all(requests.map(hashOf))).size).toBe(3);
  });

  test('are the same however the accents of a name were sent', async () => {
    const request = buildRequest('zz.summons.v1');
    const apart = JSON.parse(JSON.stringify(request.facts).normalize('NFD')) as DocumentRequest['facts'];
    expect(await hashOf({ ...request, facts: apart })).toBe(await hashOf(request));
  });
});

test.each(specIds)('%s is tagged, titled and in English, and holds the exact names of its parties', async (specId) => {
  const request = buildRequest(specId);
  const bytes = await renderDocument(request);
  for (const entry of ['/Lang (en-US)', '/Marked true', '/DisplayDocTitle true', `(${specOf(specId).title})`]) {
    expect(bytes.toString('latin1')).toContain(entry);
  }
  const text = readPdf(bytes).map(textOf).join('\n');
  // The notice's proof is about those who were served, not about who had it served.
  const named = request.facts.parties.filter(({ role }) => role === 'defendant' || specId !== 'zz.proof.notice.v1');
  expect(named.filter(({ name }) => !text.includes(name))).toEqual([]);
});

const terry = { role: 'defendant', name: 'Terry Example' } as const;
const plaintiff = (name: string, isEntity?: boolean) => ({ role: 'plaintiff', name, isEntity }) as const;
const person = { parties: [plaintiff('Ann Owner'), terry] };
const attested = (over: Partial<CaseFacts['attestations']>) => ({
  attestations: { ...buildFacts().attestations, ...over },
});
const payOrQuit = 'zz.notice.nonpayment.v1';
const complaint = 'zz.complaint.v1';
const summons = 'zz.summons.v1';

/** The text of a paper with some facts replaced. */
function textWith(specId: string, facts: Partial<CaseFacts>, over: Partial<DocumentRequest> = {}): Promise<string> {
  const request = buildRequest(specId, over);
  return textFor({ ...request, facts: { ...request.facts, ...facts } });
}

describe('a notice', () => {
  test.each(idsOf('notice'))('has the title and citation of the rule pack: %s', async (specId) => {
    const { pack, facts } = buildRequest(specId);
    const { document, period } = pack.notices[facts.ground];
    const pages = await pagesOf(buildRequest(specId));
    for (const words of [document.title.toUpperCase(), period.citation, 'Only a court can order you to leave.']) {
      expect(pages.join(' ')).toContain(words);
    }
    expect(pages.at(-1)).toContain('and all other occupants of 12 Example Street');
  });

  test.each(idsOf('notice').flatMap((specId) => [true, false].map((covered) => [specId, covered] as const)))(
    'says its last day only with the day of service that it holds for: %s, covered by federal law: %s',
    async (specId, caresCovered) => {
      const request = buildRequest(specId);
      const { ground } = request.facts;
      const facts = buildFacts({ ground, ...attested({ caresCovered }) });
      const { expires } = noticeDeadlines(request.pack, {
        ground,
        method: 'personal',
        servedDate: request.preparedOn,
        caresCovered,
        leaseEndDate: facts.lease?.endDate ?? null,
      });
      const text = await textFor({ ...request, facts });
      const [day, last] = [plain(longDate(request.preparedOn)), plain(longDate(expires))];
      expect(text).toMatch(
        new RegExp(`If this notice is handed to you on ${day}, the last day to [a-z ]+ is ${last}\\.`),
      );
      const sentences = text.split(/(?<=\.) /).filter((sentence) => sentence.includes(last));
      for (const sentence of sentences) expect(sentence).toContain(`handed to you on ${day}`);
      expect(text.includes('Federal 30-day notice')).toBe(caresCovered);
    },
  );

  test('demands the amount owed, to the cent, and no more', async () => {
    const text = await textWith(payOrQuit, { amountOwedCents: 100_001 });
    expect(text).toContain('Total to pay: $1,000.01');
    expect(text).toContain('shows a balance of $1,250.00. This notice demands $1,000.01 of it and no more.');
  });

  test('never asks the tenant to leave before the lease ends', async () => {
    const text = await textWith('zz.notice.holdover.v1', { lease: { endDate: '2026-08-14' } });
    expect(text).toContain('the last day to leave is Friday, August 14, 2026.');
    expect(text).toContain('You need not leave before your lease ends.');
  });

  test('says where to pay: by the facts, by a line of the free text, or as until now; it is never left blank', async () => {
    const known = await textWith(payOrQuit, { lease: { paymentAddress: '4 Office Street' } });
    expect(known).toContain('ADDRESS: 4 Office Street');
    expect(known).toContain('PAY AT: 4 Office Street');
    const written = await textWith(payOrQuit, { freeText: 'sandbox:reject\nPay at: 5 Bank Street' });
    expect(written).toContain('PAY AT: 5 Bank Street');
    const unknown = await textWith(payOrQuit, {});
    expect(unknown).toContain('Pay Acme Holdings LLC, at the place and in the way that rent has been paid until now.');
    expect(unknown).not.toContain('PAY AT:');
  });
});

describe('a complaint', () => {
  test('numbers its paragraphs without a gap', async () => {
    const numbers = [...(await textWith(complaint, {})).matchAll(/ (\d{1,2})\. [A-Z]/g)].map(([, number]) =>
      Number(number),
    );
    expect(numbers.length).toBeGreaterThan(10);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  test('states how the notice was served, through which day it ran, and names it and its proof as exhibits', async () => {
    const notice = { servedDate: '2026-07-02', method: 'posting', expires: '2026-07-10' } as const;
    const exhibits = ['prior_notice', 'prior_notice_proof'].map((purpose, index) => {
      return { filename: `${index} 王.pdf`, purpose, contentHash: `${index}f`.repeat(32) };
    });
    const text = await textWith(complaint, {}, { notice, exhibits });
    for (const words of [
      'The notice was served on Thursday, July 2, 2026 by posting it on the main entrance of the premises and mailing a copy.',
      'ran through Friday, July 10, 2026.',
      'A copy of the notice is Exhibit 1.',
      'Proof of its service is Exhibit 2.',
      `0 □.pdf ${'0f'.repeat(16)} ${'0f'.repeat(16)}`,
    ]) {
      expect(text).toContain(words);
    }
    // Of an earlier notice it is not known whether it was mailed too, or whom it named.
    expect(await textWith(complaint, { ...person, entryPoint: 'filing' }, { notice })).not.toMatch(
      /mailing a copy|occupants/,
    );
  });

  test('says through which day its account runs', async () => {
    const text = await textWith(complaint, { ledger: [{ date: '2026-06-01', type: 'charge', amountCents: 125_000 }] });
    expect(text).toContain('every payment through Monday, June 1, 2026.');
    expect(text).toContain('The balance of the account as of Monday, June 1, 2026 is $1,250.00.');
    expect(text).toContain('charges and payments through Monday, June 1, 2026');
  });

  test('pleads several plaintiffs as several, and each person swears alone', async () => {
    const parties = [plaintiff('Ann Owner'), plaintiff('Bob Owner'), plaintiff('Acme LLC', true), terry];
    const text = await textWith(complaint, { parties });
    for (const words of [
      'The plaintiffs ask the court for:',
      'attorney for the plaintiffs',
      'withheld from the plaintiffs.',
      'I, Ann Owner, am a plaintiff.',
      'I, Bob Owner, am a plaintiff.',
      'I am an officer or agent of Acme LLC,',
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toMatch(/[Tt]he plaintiff(?:’s)? /);
    expect(text.match(/Verification/g)).toHaveLength(3);
  });

  test('of an entity is signed by counsel, marked as one or not, and a person may sign alone', async () => {
    const marked = await textWith(complaint, {});
    for (const words of ['Casey Counsel', '2 Courthouse Square', '(555) 555-0101', 'counsel@sandbox.example']) {
      expect(marked).toContain(words);
    }
    expect(await textWith(complaint, { parties: [plaintiff('Acme LLC'), terry] })).toContain('Casey Counsel');
    const alone = await textWith(complaint, { parties: [plaintiff('Grace Bank', false), terry] });
    expect(alone).toContain('I, Grace Bank, am the plaintiff.');
    expect(alone).not.toContain('Casey Counsel');
  });

  test('pleads nothing of covered dwellings that a subsidy contradicts', async () => {
    const denied = 'To the plaintiff’s knowledge the premises are not a covered dwelling';
    expect(await textWith(complaint, attested({ subsidized: false }))).toContain(denied);
    expect(await textWith(complaint, attested({ subsidized: true }))).not.toContain(denied);
  });

  const pleaded = {
    nonpayment: 'In that time the rent demanded was not paid, and the defendants did not vacate the premises.',
    lease_violation: 'In that time the violation was not cured, and the defendants did not vacate the premises.',
    holdover: 'In that time the defendants did not vacate the premises.',
  };
  test.each(grounds)('pleads the demand, that it was not met, and that possession is withheld: %s', async (ground) => {
    const text = await textFor(buildRequest(complaint, { facts: buildFacts({ ground }) }));
    expect(text).toContain('The notice demanded');
    expect(text).toContain(pleaded[ground]);
    expect(text).toContain('Possession of the premises is withheld from the plaintiff.');
  });

  test.each(servicememberAnswers.flatMap((answer) => [complaint, summons].map((specId) => [specId, answer] as const)))(
    'and a summons promise an affidavit before any default, and counsel where service is known: %s, %s',
    async (specId, servicemember) => {
      const text = await textFor(buildRequest(specId, { facts: buildFacts(attested({ servicemember })) }));
      expect(text).toContain('Before any default the plaintiff files an affidavit');
      expect(text).toContain('3931(b)(1)');
      expect(text.includes('the court appoints counsel')).toBe(servicemember === 'yes');
      expect(text.includes('3931(b)(2)')).toBe(servicemember === 'yes');
    },
  );
});

test('a summons calls to the court, refers to no address that is not printed, and never advises', async () => {
  const text = await textWith(summons, person);
  expect(text).toContain('with the clerk of this court, at 1 Courthouse Square');
  expect(text).toContain('interpreters and accommodations for disabilities');
  expect(text).not.toMatch(/copy of the answer|should|for example|defenses|you need/i);
});

describe('a proof of service', () => {
  const proofOf = async (specId: string, method: ServiceMethod) => {
    const request = buildRequest(specId);
    if (!request.service) throw new Error('a proof has a service');
    return textFor({ ...request, service: { ...request.service, method } });
  };

  test.each(idsOf('proof').flatMap((specId) => serviceMethods.map((method) => [specId, method] as const)))(
    'states date, time, place and manner for each defendant, and swears to nobody else: %s, %s',
    async (specId, method) => {
      const text = await proofOf(specId, method);
      const sworn = text.slice(text.indexOf('SERVER:'));
      const people = sworn.split(/ \d\. (?=[^ ]+ )/).slice(1);
      const { facts } = buildRequest(specId);
      const defendants = facts.parties.filter(({ role }) => role === 'defendant');
      expect(people).toHaveLength(defendants.length);
      for (const [index, { name }] of defendants.entries()) {
        const time = method === 'personal' ? ['8:57', '9:01', '9:05'][index] : '9:05';
        for (const words of [name, `Friday, July 3, 2026, ${time} a.m. UTC`, '12 Example Street, Unit 4B', 'MANNER:']) {
          expect(people[index]).toContain(words);
        }
      }
      expect(sworn).not.toMatch(/occupant/i);
      expect(sworn).toContain('I am over 18 years of age and not a party');
    },
  );

  test.each(idsOf('proof'))('of posting states the mailing too, with its date and place: %s', async (specId) => {
    const text = await proofOf(specId, 'posting');
    for (const words of [
      'Posting and mailing.',
      'DATE MAILED: Friday, July 3, 2026',
      'MAILED AT: United States Post Office',
    ]) {
      expect(text).toContain(words);
    }
    expect(text).toBe(await proofOf(specId, 'posting_and_mail'));
  });
});

test('a server swears to mailing, not to its effect, and leaves a paper for an entity with a person in charge', async () => {
  const facts = { parties: [plaintiff('Ann Owner'), terry, { role: 'defendant' as const, name: 'Example Inc.' }] };
  const proof = (method: ServiceMethod) =>
    textWith('zz.proof.notice.v1', facts, {
      service: { stage: 'notice', method, servedDate: '2026-07-03', time: '00:02' },
    });
  const mailed = await proof('certified_mail');
  expect(mailed).toContain('I mailed the paper named above to each person');
  expect(mailed).not.toMatch(/counts as|I served/);
  const left = await proof('substitute');
  expect(left).toContain('for this person at the premises with an adult who lives there,');
  expect(left).toContain('for this entity at the premises with a person in charge there,');
});

test('a court paper prints the number that the clerk has given, and leaves room for it before', async () => {
  const proof = (courtCaseNumber: string | null) => textWith('zz.proof.summons.v1', {}, { courtCaseNumber });
  const numbered = await proof('ZZ-2026-LT-000123');
  expect(numbered).toContain('Case No. ZZ-2026-LT-000123');
  expect(numbered).not.toContain('entered by the clerk');
  expect(await proof(null)).toMatch(/Case No\. _+ .*\(entered by the clerk\)/);
});

describe('characters that cannot be printed', () => {
  test.each<[path: string, over: Partial<CaseFacts>]>([
    ['parties[1].name', { parties: [terry, { role: 'defendant', name: '王小明' }] }],
    ['property.line1', { property: { ...buildFacts().property, line1: '12 شارع' } }],
    ['ledger[0].memo', { ledger: [{ date: '2026-01-01', type: 'charge', amountCents: 1, memo: 'Rent 🙂' }] }],
    ['violation.description', { violation: { description: 'a\u0000b', date: '2026-01-01' } }],
  ])('in %s refuse the document, and the error says where and never what', async (path, over) => {
    const rendering = renderDocument(buildRequest(payOrQuit, { facts: buildFacts(over) }));
    await expect(rendering).rejects.toBeInstanceOf(UnprintableTextError);
    await expect(rendering).rejects.toMatchObject({ path, message: `characters that cannot be printed in ${path}` });
  });

  test('do no harm in free text, which is not printed', async () => {
    const facts = buildFacts({ freeText: '王' });
    expect(await hashOf(buildRequest(summons, { facts }))).toBe(await hashOf(buildRequest(summons)));
  });
});
