import { type CaseFacts, grounds, servicememberAnswers, serviceMethods, type ServiceMethod } from '@evict/case-model';
import { documentOf, documentTemplates, noticeDeadlines } from '@evict/jurisdictions';
import { describe, expect, test } from 'vitest';
import { hash } from 'node:crypto';
import { UnprintableTextError } from './printable-request.ts';
import { renderDocument } from './render.ts';
import type { DocumentRequest } from './specs.ts';
import { runElsewhere } from './testing/another-process.ts';
import { buildFacts, buildRequest, specIds } from './testing/build-request.ts';
import { readPdf, textOf } from './testing/read-pdf.ts';
import { longDate } from './wording.ts';

const specOf = (specId: string) => documentOf(buildRequest(specId).pack, specId);
const hashOf = async (request: DocumentRequest) => hash('sha256', await renderDocument(request));
const readText = async (request: DocumentRequest) =>
  readPdf(await renderDocument(request))
    .map(textOf)
    .join('\n');
/** The text without its line breaks. */
const flowing = async (request: DocumentRequest) => (await readText(request)).replaceAll('\n', ' ');
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('the bytes of a document', () => {
  test('are the same in another process that has rendered nothing before', async () => {
    const here = await Promise.all(specIds.map((specId) => hashOf(buildRequest(specId))));
    const program = `
      const { renderDocument } = await import('./render.ts');
      const { hash } = await import('node:crypto');
      const { buildRequest } = await import('./testing/build-request.ts');
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
    const hashes = await Promise.all([
      hashOf(request),
      hashOf({ ...request, revision: 2 }),
      hashOf({ ...request, preparedOn: '2026-07-03' }),
    ]);
    expect(new Set(hashes).size).toBe(3);
  });

  test('are the same however the accents of a name were sent', async () => {
    const request = buildRequest('zz.summons.v1');
    const apart = JSON.parse(JSON.stringify(request.facts).normalize('NFD')) as DocumentRequest['facts'];
    expect(await hashOf({ ...request, facts: apart })).toBe(await hashOf(request));
  });
});

describe('the file', () => {
  test.each(specIds)('is tagged, titled and in English: %s', async (specId) => {
    const file = (await renderDocument(buildRequest(specId))).toString('latin1');
    expect(file).toContain('/Lang (en-US)');
    expect(file).toContain('/Marked true');
    expect(file).toContain(`(${specOf(specId).title})`);
    expect(file).toContain('/DisplayDocTitle true');
  });

  test.each(specIds)('holds the names of all parties exactly, to be copied and searched: %s', async (specId) => {
    const request = buildRequest(specId);
    const text = await readText(request);
    // The notice's proof is about those who were served, not about who had it served.
    const named = request.facts.parties.filter(({ role }) => role === 'defendant' || specId !== 'zz.proof.notice.v1');
    expect(named.filter(({ name }) => !text.includes(name))).toEqual([]);
  });

  test('keeps the spelling of ligatures', async () => {
    const facts = buildFacts({ parties: [{ role: 'defendant', name: 'Griffin ﬁ Affleck' }] });
    expect(await readText(buildRequest('zz.summons.v1', { facts }))).toContain('Griffin ﬁ Affleck');
  });
});

describe('a notice', () => {
  const noticeIds = specIds.filter((specId) => documentTemplates[specOf(specId).template].kind === 'notice');

  test.each(noticeIds)('has the title and citation of the rule pack: %s', async (specId) => {
    const request = buildRequest(specId);
    const rule = request.pack.notices[request.facts.ground];
    expect(rule.document.id).toBe(specId);
    const text = await flowing(request);
    expect(text).toContain(rule.document.title.toUpperCase());
    expect(text).toContain(rule.period.citation);
    expect(text).toContain('and all other occupants');
    expect(text).toContain('Only a court can order you to leave.');
  });

  test.each(noticeIds.flatMap((specId) => [true, false].map((covered) => [specId, covered] as const)))(
    'says its last day only with the day of service that it holds for: %s, covered by federal law: %s',
    async (specId, caresCovered) => {
      const request = buildRequest(specId);
      const { ground } = request.facts;
      const facts = buildFacts({ ground, attestations: { ...request.facts.attestations, caresCovered } });
      const { expires } = noticeDeadlines(request.pack, {
        ground,
        method: 'personal',
        servedDate: request.preparedOn,
        caresCovered,
        leaseEndDate: facts.lease?.endDate ?? null,
      });
      const text = await flowing({ ...request, facts });
      const [served, last] = [plain(longDate(request.preparedOn)), plain(longDate(expires))];
      expect(text).toMatch(
        new RegExp(`If this notice is handed to you on ${served}, the last day to [a-z ]+ is ${last}\\.`),
      );
      const sentences = text.split(/(?<=\.) /).filter((sentence) => sentence.includes(last));
      for (const sentence of sentences) expect(sentence).toContain(`handed to you on ${served}`);
      expect(text.includes('Federal 30-day notice')).toBe(caresCovered);
    },
  );

  test('for unpaid rent demands the amount owed, to the cent, and no more', async () => {
    const facts = buildFacts({ amountOwedCents: 100_001 });
    const text = await flowing(buildRequest('zz.notice.nonpayment.v1', { facts }));
    expect(text).toContain('Total to pay: $1,000.01');
    expect(text).toContain(
      'The account shows a balance of $1,250.00. This notice demands $1,000.01 of it and no more.',
    );
  });

  test('at the end of the term never asks the tenant to leave before the lease ends', async () => {
    const facts = buildFacts({ ground: 'holdover', lease: { startDate: '2025-01-01', endDate: '2026-08-14' } });
    const text = await flowing(buildRequest('zz.notice.holdover.v1', { facts }));
    expect(text).toContain('the last day to leave is Friday, August 14, 2026.');
    expect(text).toContain('You need not leave before your lease ends.');
  });
});

describe('a complaint', () => {
  test('names each exhibit with its whole hash', async () => {
    const request = buildRequest('zz.complaint.v1');
    const text = (await readText(request)).replaceAll('\n', '');
    for (const { filename, contentHash } of request.exhibits) {
      expect(text).toContain(filename);
      expect(text).toContain(contentHash);
    }
  });

  test('states when and how the notice was served, and through which day it ran', async () => {
    const text = await flowing(buildRequest('zz.complaint.v1'));
    expect(text).toContain('The notice was served on Thursday, July 2, 2026 by personal delivery.');
    expect(text).toContain('ran through Friday, July 10, 2026.');
  });

  test('numbers its paragraphs without a gap', async () => {
    const numbers = [...(await readText(buildRequest('zz.complaint.v1'))).matchAll(/^(\d{1,2})\.$/gm)].map(([, n]) =>
      Number(n),
    );
    expect(numbers.length).toBeGreaterThan(10);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });
});

describe('where to pay', () => {
  const placed = async (over: Partial<CaseFacts>) =>
    flowing(buildRequest('zz.notice.nonpayment.v1', { facts: buildFacts(over) }));

  test('is the place of the facts, or the line of the free text', async () => {
    const lease = { startDate: '2025-01-01', paymentAddress: '4 Office Street' };
    expect(await placed({ lease })).toContain('PAY AT: 4 Office Street');
    expect(await placed({ freeText: 'sandbox:reject\nPay at: 5 Bank Street' })).toContain('PAY AT: 5 Bank Street');
  });

  test('is never a line to fill in', async () => {
    const text = await placed({});
    expect(text).not.toContain('PAY AT:');
    expect(text).toContain('Pay Acme Holdings LLC, at the place and in the way that rent has been paid until now.');
  });
});

describe('a proof of service', () => {
  const proofIds = specIds.filter((specId) => documentTemplates[specOf(specId).template].kind === 'proof');
  const proofOf = async (specId: string, method: ServiceMethod) => {
    const request = buildRequest(specId);
    if (!request.service) throw new Error('a proof has a service');
    return flowing({ ...request, service: { ...request.service, method } });
  };

  test.each(proofIds.flatMap((specId) => serviceMethods.map((method) => [specId, method] as const)))(
    'states date, time, place and manner for each defendant, and swears to nobody else: %s, %s',
    async (specId, method) => {
      const text = await proofOf(specId, method);
      const sworn = text.slice(text.indexOf('SERVER:'));
      const people = sworn.split(/ \d\. (?=[^ ]+ )/).slice(1);
      const { facts } = buildRequest(specId);
      const defendants = facts.parties.filter(({ role }) => role === 'defendant');
      expect(people).toHaveLength(defendants.length);
      for (const [index, { name }] of defendants.entries()) {
        expect(people[index]).toContain(name);
        const time = method === 'personal' ? ['8:57', '9:01', '9:05'][index] : '9:05';
        expect(people[index]).toContain(`Friday, July 3, 2026, ${time} a.m. UTC`);
        expect(people[index]).toContain('12 Example Street, Unit 4B');
        expect(people[index]).toContain('MANNER:');
      }
      expect(sworn).not.toMatch(/occupant/i);
      expect(sworn).toContain('I am over 18 years of age and not a party');
    },
  );

  test.each(proofIds)('of posting states the mailing too, with its date and place: %s', async (specId) => {
    const text = await proofOf(specId, 'posting');
    expect(text).toContain('Posting and mailing.');
    expect(text).toContain('DATE MAILED: Friday, July 3, 2026');
    expect(text).toContain('MAILED AT: United States Post Office');
    expect(text).toBe(await proofOf(specId, 'posting_and_mail'));
  });

  test('of the summons prints the number of the case that the clerk has given', async () => {
    const request = buildRequest('zz.proof.summons.v1', { courtCaseNumber: 'ZZ-2026-LT-000123' });
    expect(await readText(request)).toContain('Case No. ZZ-2026-LT-000123');
    expect(await readText({ ...request, courtCaseNumber: null })).toMatch(/Case No\. _+\s[^]*\(entered by the clerk\)/);
    expect(await readText(request)).not.toContain('entered by the clerk');
  });
});

describe('military service', () => {
  const answers = servicememberAnswers.flatMap((answer) =>
    ['zz.complaint.v1', 'zz.summons.v1'].map((specId) => [specId, answer] as const),
  );

  test.each(answers)(
    'needs an affidavit before any default, and counsel where it is known: %s, %s',
    async (specId, servicemember) => {
      const facts = buildFacts({ attestations: { ...buildFacts().attestations, servicemember } });
      const text = await flowing(buildRequest(specId, { facts }));
      expect(text).toContain('Before any default the plaintiff files an affidavit');
      expect(text).toContain('3931(b)(1)');
      expect(text.includes('the court appoints counsel')).toBe(servicemember === 'yes');
      expect(text.includes('3931(b)(2)')).toBe(servicemember === 'yes');
    },
  );
});

describe('court papers', () => {
  const person = buildFacts({
    parties: [
      { role: 'plaintiff', name: 'Alex Owner' },
      { role: 'defendant', name: 'Terry Example' },
    ],
  });

  test('of an entity are signed by counsel, with address, telephone and email', async () => {
    const [complaint, summons] = await Promise.all([
      flowing(buildRequest('zz.complaint.v1')),
      flowing(buildRequest('zz.summons.v1')),
    ]);
    for (const text of [complaint, summons]) {
      expect(text).toContain('Casey Counsel');
      expect(text).toContain('2 Courthouse Square');
      expect(text).toContain('(555) 555-0101');
      expect(text).toContain('counsel@sandbox.example');
    }
    expect(complaint).toContain('which appears by counsel');
    const own = await flowing(buildRequest('zz.complaint.v1', { facts: person }));
    expect(own).not.toContain('Casey Counsel');
    expect(own).toContain('Signature of plaintiff or attorney');
    expect(own).toContain('Telephone and email');
  });

  test('name the occupants where our notice named them, and not where an earlier notice is unknown', async () => {
    for (const specId of ['zz.complaint.v1', 'zz.summons.v1']) {
      expect(await flowing(buildRequest(specId, { facts: person }))).toContain('and all other occupants');
      const earlier: CaseFacts = {
        ...person,
        entryPoint: 'filing',
        priorNotice: { servedDate: '2026-06-01', method: 'posting', periodDays: 5 },
      };
      expect(await flowing(buildRequest(specId, { facts: earlier }))).not.toContain('occupants');
    }
  });

  test('call to the court, with interpreters and accommodations, and never advise', async () => {
    const text = await flowing(buildRequest('zz.summons.v1'));
    expect(text).toContain('1 Courthouse Square');
    expect(text).toContain('interpreters and accommodations for disabilities');
    expect(text).not.toMatch(/should|for example|defenses|you need/i);
  });
});

describe('the notice in a complaint', () => {
  const pleaded = {
    nonpayment: 'In that time the rent demanded was not paid, and the defendants did not vacate the premises.',
    lease_violation: 'In that time the violation was not cured, and the defendants did not vacate the premises.',
    holdover: 'In that time the defendants did not vacate the premises.',
  };
  test.each(grounds)(
    'is pleaded with the demand, that it was not met, and that possession is withheld: %s',
    async (ground) => {
      const text = await flowing(buildRequest('zz.complaint.v1', { facts: buildFacts({ ground }) }));
      expect(text).toContain('The notice demanded');
      expect(text).toContain(pleaded[ground]);
      expect(text).toContain('Possession of the premises is withheld from the plaintiff.');
    },
  );

  test('and its proof are exhibits, and posting is pleaded as it was done', async () => {
    const notice = { servedDate: '2026-07-02', method: 'posting', expires: '2026-07-10' } as const;
    const exhibits = ['prior_notice', 'prior_notice_proof'].map((purpose, index) => {
      return { filename: `${index}.pdf`, purpose, contentHash: `${index}f`.repeat(32) };
    });
    const text = await flowing(buildRequest('zz.complaint.v1', { notice, exhibits }));
    expect(text).toContain('A copy of the notice is Exhibit 1.');
    expect(text).toContain('Proof of its service is Exhibit 2.');
    expect(text).toContain('by posting it on the main entrance of the premises and mailing a copy.');
    const facts = buildFacts({ entryPoint: 'filing' });
    expect(await flowing(buildRequest('zz.complaint.v1', { notice, facts }))).not.toContain('mailing a copy');
  });
});

describe('characters that cannot be printed', () => {
  test.each([
    [
      'parties[1].name',
      { parties: [...buildFacts().parties.slice(0, 1), { role: 'defendant' as const, name: '王小明' }] },
    ],
    ['property.line1', { property: { ...buildFacts().property, line1: '12 شارع' } }],
    ['ledger[0].memo', { ledger: [{ date: '2026-01-01', type: 'charge' as const, amountCents: 1, memo: 'Rent 🙂' }] }],
    ['violation.description', { violation: { description: 'a\u0000b', date: '2026-01-01' } }],
  ])('in %s refuse the document, and the error says where and never what', async (path, over) => {
    const rendering = renderDocument(buildRequest('zz.notice.nonpayment.v1', { facts: buildFacts(over) }));
    const error = await rendering.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(UnprintableTextError);
    expect(error).toMatchObject({ path, message: `characters that cannot be printed in ${path}` });
  });

  test('do no harm in free text, which is not printed', async () => {
    const facts = buildFacts({ freeText: '王' });
    expect(await hashOf(buildRequest('zz.summons.v1', { facts }))).toBe(await hashOf(buildRequest('zz.summons.v1')));
  });

  test('stand as boxes in the name of an exhibit, which is known by its hash', async () => {
    const exhibits = [{ filename: 'photo 王.png', purpose: 'other', contentHash: 'ab'.repeat(32) }];
    expect(await readText(buildRequest('zz.complaint.v1', { exhibits }))).toContain('photo □.png');
  });
});
