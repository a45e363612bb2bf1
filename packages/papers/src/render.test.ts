import type { CaseFacts } from '@evict/case-model';
import { documentOf, noticeDeadlines } from '@evict/jurisdictions';
import { describe, expect, test } from 'vitest';
import { hash } from 'node:crypto';
import { runElsewhere } from '../test/another-process.ts';
import { buildFacts, buildRequest, specIds } from '../test/build-request.ts';
import { readPdf, textOf } from '../test/read-pdf.ts';
import { renderDocument, UnprintableTextError } from './render.ts';
import type { DocumentRequest } from './requests.ts';
import { longDate } from './wording.ts';

const specOf = (specId: string) => documentOf(buildRequest(specId).pack, specId);
const noticeIds = specIds.filter((specId) => specOf(specId).template === 'notice');
const hashOf = async (request: DocumentRequest) => hash('sha256', await renderDocument(request));
/** Returns the document's text on one line, with plain spaces. */
const textFor = async (request: DocumentRequest) =>
  plain(
    readPdf(await renderDocument(request))
      .map(textOf)
      .join(' ')
      .replaceAll('\n', ' '),
  );
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

// papers.test.ts compares the drawings with the pictures in docs/images/papers, so that isn't tested here again.

describe('the bytes of a document', () => {
  test("are the same in another process that hasn't rendered anything before", async () => {
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

  test("don't depend on which letters were drawn before", async () => {
    const named = (name: string) =>
      buildRequest('zz.summons.v1', { facts: buildFacts({ parties: [{ role: 'defendant', name }] }) });
    const before = await hashOf(named('Ồ fi'));
    await renderDocument(named('Ổ ﬁ ǻ Ὦ'));
    expect(await hashOf(named('Ồ fi'))).toBe(before);
  });

  test.each(specIds)('differ by revision and day: %s', async (specId) => {
    const request = buildRequest(specId);
    const requests = [request, { ...request, revision: 2 }, { ...request, preparedOn: '2026-07-03' }];
    expect(new Set(await Promise.all(requests.map(hashOf))).size).toBe(3);
  });

  test('are the same whether the accents of a name were sent composed or decomposed', async () => {
    const request = buildRequest('zz.summons.v1');
    const apart = JSON.parse(JSON.stringify(request.facts).normalize('NFD')) as DocumentRequest['facts'];
    expect(await hashOf({ ...request, facts: apart })).toBe(await hashOf(request));
  });
});

test.each(specIds)(
  '%s is tagged, has a title, is in English, declares PDF/UA-1, and contains the exact names of its parties',
  async (specId) => {
    const request = buildRequest(specId);
    const bytes = await renderDocument(request);
    const entries = ['/Lang (en-US)', '/Marked true', '/DisplayDocTitle true', `(${specOf(specId).title})`];
    for (const entry of [...entries, '<pdfuaid:part>1</pdfuaid:part>']) {
      expect(bytes.toString('latin1')).toContain(entry);
    }
    const text = readPdf(bytes).map(textOf).join('\n');
    // The notice's proof of service names only the defendants, not the plaintiffs.
    const named = request.facts.parties.filter(({ role }) => role === 'defendant' || specId !== 'zz.proof.notice.v1');
    expect(named.filter(({ name }) => !text.includes(name))).toEqual([]);
  },
);

const terry = { role: 'defendant', name: 'Terry Example' } as const;
const plaintiff = (name: string, isEntity?: boolean) => ({ role: 'plaintiff', name, isEntity }) as const;
const attested = (over: Partial<CaseFacts['attestations']>) => ({
  attestations: { ...buildFacts().attestations, ...over },
});
const payOrQuit = 'zz.notice.nonpayment.v1';
const complaint = 'zz.complaint.v1';
const summons = 'zz.summons.v1';

/** Returns the text of a paper with some facts replaced. */
function textWith(specId: string, facts: Partial<CaseFacts>, over: Partial<DocumentRequest> = {}): Promise<string> {
  const request = buildRequest(specId, over);
  return textFor({ ...request, facts: { ...request.facts, ...facts } });
}

describe('a notice', () => {
  test.each(noticeIds.flatMap((specId) => [true, false].map((covered) => [specId, covered] as const)))(
    '%s gives the last day of its period only together with a day of service (covered by federal law: %s)',
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

  test('says where to pay if a line of the free text does', async () => {
    const text = await textWith(payOrQuit, { freeText: 'sandbox:reject\nPay at: 5 Bank Street' });
    expect(text).toContain('PAY AT: 5 Bank Street');
  });
});

describe('a complaint', () => {
  test('uses the plural for several plaintiffs, and each person swears separately', async () => {
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

  test("by an entity is signed by counsel even if the party isn't marked as an entity, but an individual may sign without counsel", async () => {
    const marked = await textWith(complaint, {});
    for (const words of ['Casey Counsel', '2 Courthouse Square', '(555) 555-0101', 'counsel@sandbox.example']) {
      expect(marked).toContain(words);
    }
    expect(await textWith(complaint, { parties: [plaintiff('Acme LLC'), terry] })).toContain('Casey Counsel');
    const alone = await textWith(complaint, { parties: [plaintiff('Grace Bank', false), terry] });
    expect(alone).toContain('I, Grace Bank, am the plaintiff.');
    expect(alone).not.toContain('Casey Counsel');
  });

  test("doesn't deny that the premises are a covered dwelling if the tenancy is subsidized", async () => {
    const denied = 'To the plaintiff’s knowledge the premises are not a covered dwelling';
    expect(await textWith(complaint, attested({ subsidized: false }))).toContain(denied);
    expect(await textWith(complaint, attested({ subsidized: true }))).not.toContain(denied);
  });
});

test('a proof of substitute service says that the paper for an entity was left with a person in charge', async () => {
  const parties = [plaintiff('Ann Owner'), terry, { role: 'defendant' as const, name: 'Example Inc.' }];
  const service = { stage: 'notice', method: 'substitute', servedDate: '2026-07-03', time: '00:02' } as const;
  const text = await textWith('zz.proof.notice.v1', { parties }, { service });
  expect(text).toContain('for this person at the premises with an adult who lives there,');
  expect(text).toContain('for this entity at the premises with a person in charge there,');
});

describe("characters that can't be printed", () => {
  test.each<[path: string, over: Partial<CaseFacts>]>([
    ['parties[1].name', { parties: [terry, { role: 'defendant', name: '王小明' }] }],
    ['property.line1', { property: { ...buildFacts().property, line1: '12 شارع' } }],
    ['ledger[0].memo', { ledger: [{ date: '2026-01-01', type: 'charge', amountCents: 1, memo: 'Rent 🙂' }] }],
    ['violation.description', { violation: { description: 'a\u0000b', date: '2026-01-01' } }],
  ])('in %s make the document fail, and the error says where they are but never quotes them', async (path, over) => {
    const rendering = renderDocument(buildRequest(payOrQuit, { facts: buildFacts(over) }));
    await expect(rendering).rejects.toBeInstanceOf(UnprintableTextError);
    await expect(rendering).rejects.toMatchObject({ path, message: `characters that cannot be printed in ${path}` });
  });

  test('become boxes in the name of an exhibit, because its hash identifies it', async () => {
    const exhibits = [{ filename: 'photo 王.png', purpose: 'other', contentHash: 'ab'.repeat(32) }];
    expect(await textWith(complaint, {}, { exhibits })).toContain('photo □.png');
  });

  test("are allowed in free text, which isn't printed", async () => {
    const facts = buildFacts({ freeText: '王' });
    expect(await hashOf(buildRequest(summons, { facts }))).toBe(await hashOf(buildRequest(summons)));
  });
});
