import { maxCaseDocuments } from '@evict/contract';
import {
  findCase,
  findCaseJson,
  findWholeCaseJson,
  largeCaseBytes,
  listCases,
  presentCase,
  writeCase,
} from '@evict/store/cases';
import { describe, expect, test } from 'vitest';
import { pastTriggers } from '../support/past-triggers.ts';
import { newAttorney } from '../support/attorneys.ts';
import { buildFacts, day } from '../support/facts.ts';
import { pdf } from '../support/grounds.ts';
import { expectRefusal } from '../support/refusals.ts';
import { sharedService } from '../support/service.ts';

const service = await sharedService();
const { stack, signUp } = service;
const { pool } = stack.store;

/** Facts of about 2 MB, the largest that the API allows. */
const largeFacts = buildFacts({
  ledger: Array.from({ length: 1000 }, () => ({
    date: day(-9),
    type: 'charge' as const,
    amountCents: 1,
    memo: '𝒜'.repeat(500),
  })),
});

test('a case with the largest facts can be created even if escaped characters make its JSON 6 MB long', async () => {
  const customer = await signUp();
  const raw = JSON.stringify(largeFacts).replaceAll('𝒜', String.raw`\ud835\udc9c`);
  expect(raw.length).toBeGreaterThan(6_000_000);
  const { status, body } = await customer.send('POST', '/v1/cases', { raw });
  expect([status, body.data?.ledger]).toEqual([201, largeFacts.ledger]);
});

describe('a page of cases', () => {
  test('that the API returns has as many cases as requested, however large they are', async () => {
    const customer = await signUp();
    const made: string[] = [];
    // Each of these exceeds the byte limit of a read from the database.
    const large = buildFacts({ ledger: (largeFacts.ledger ?? []).slice(0, 200) });
    for (const facts of [large, large, large, large, largeFacts]) made.unshift((await customer.create(facts)).id);
    made.unshift((await customer.create(buildFacts())).id);
    const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);
    const page = (await customer.send('GET', '/v1/cases?limit=5')).body;
    expect(idsOf(page.items)).toEqual(made.slice(0, 5));
    expect(page.items[1]).toEqual(await customer.read(made[1] ?? ''));
    const last = (await customer.send('GET', `/v1/cases?limit=5&cursor=${page.nextCursor}`)).body;
    expect([idsOf(last.items), last.nextCursor]).toEqual([made.slice(5), null]);
  });

  test('that is read from the database has as many cases as fit in its byte limit, but at least one, and says whether there are more', async () => {
    const customer = await signUp();
    const scope = { organizationId: customer.organizationId, mode: 'test' } as const;
    for (let count = 0; count < 3; count += 1) await customer.create(buildFacts({ freeText: 'x'.repeat(1000) }));
    const { id } = await customer.create(buildFacts());
    await customer.upload(id, { bytes: pdf('with a document') });
    const all = 2 ** 30;
    const read = (maxBytes: number) => listCases(stack.store, scope, {}, { limit: 4, after: null, maxBytes });
    const whole = await read(all);
    expect([whole.items.length, whole.more]).toEqual([4, false]);
    expect((await read(whole.bytes)).items).toHaveLength(4);
    const less = await read(whole.bytes - 1);
    expect([less.items.length, less.more]).toEqual([3, true]);
    const one = await read(1);
    expect([one.items.length, one.more]).toEqual([1, true]);
    expect(one.items[0]?.facts).toBeNull();
    expect((await read(one.bytes)).items[0]?.facts).toEqual(whole.items[0]?.facts);
    expect(await read(one.bytes - 1)).toEqual(one);
  });
});

describe('a large case', () => {
  test('gives the same response whether its stored JSON is copied or parsed', async () => {
    const customer = await signUp();
    const scope = { organizationId: customer.organizationId, mode: 'test' } as const;
    const payment = { date: day(-8), type: 'payment' as const, amountCents: 300, memo: '"\\ \u2028 \n é' };
    const ledgers = [[...(largeFacts.ledger ?? []), payment], [payment], []];
    for (const ledger of ledgers) {
      const { id } = await customer.create(buildFacts({ ...largeFacts, ledger: ledger.slice(-1000) }));
      await customer.upload(id, { bytes: pdf('with a document') });
      const [row, large] = await Promise.all([
        findCase(stack.store, scope, id),
        findWholeCaseJson(stack.store, scope, id),
      ]);
      if (!row || !large) throw new Error('the case is not there');
      const shown = JSON.parse(writeCase(large)) as unknown;
      expect(shown).toEqual(JSON.parse(JSON.stringify(presentCase(row))));
      expect(await customer.read(id)).toEqual(shown);
    }
    const { ledger: _ledger, ...withoutLedger } = buildFacts();
    const { id } = await customer.create(withoutLedger);
    expect((await findWholeCaseJson(stack.store, scope, id))?.ledgerBalanceCents).toBeNull();
    expect(await findWholeCaseJson(stack.store, { ...scope, mode: 'live' }, id)).toBeNull();
  });

  test('is read without its facts only if it exceeds 256 KiB', async () => {
    const customer = await signUp();
    const scope = { organizationId: customer.organizationId, mode: 'test' } as const;
    const { id } = await customer.create(buildFacts());
    const cutTo = async (bytes: number) => {
      const {
        rows: [{ shownBytes }],
      } = await pool.query(`SELECT "shownBytes" FROM "Case" WHERE id = $1`, [id]);
      await pool.query(
        `UPDATE "Case" SET facts = jsonb_set(facts - 'ledger', '{freeText}', to_jsonb(repeat('x', $2))) WHERE id = $1`,
        [id, bytes],
      );
      return shownBytes as number;
    };
    await cutTo(0);
    const empty = await cutTo(0);
    await cutTo(largeCaseBytes - empty);
    expect((await findCaseJson(stack.store, scope, id))?.facts).not.toBeNull();
    await cutTo(largeCaseBytes - empty + 1);
    expect((await findCaseJson(stack.store, scope, id))?.facts).toBeNull();
  });
});

describe('a long list', () => {
  const count = 1003;

  test('of events is complete and in order, for both the customer and the attorney', async () => {
    const customer = await signUp();
    const attorney = await newAttorney(service, { licenses: ['ZZ'] });
    const { id } = await customer.create(buildFacts());
    await pastTriggers(
      stack.store,
      `UPDATE "Case" SET mode = 'live', "attorneyId" = $2, "attorneyAccepted" = true WHERE id = $1`,
      [id, attorney.id],
    );
    // Many events have the same time, like the events of one decision, and some have no sequence.
    await pool.query(
      `INSERT INTO "CaseEvent" (id, "caseId", sequence, action, "actorType", detail, internal, "createdAt",
         "organizationId", mode, "feedPosition")
       SELECT 'evt_' || gen_random_uuid(), $1, CASE WHEN i % 7 > 0 THEN i END, 'cure_reported', 'customer',
         jsonb_build_object('number', i), i % 7 = 0, now() - interval '1 day' + interval '1 second' * (i / 300),
         CASE WHEN i % 7 > 0 THEN $2 END, CASE WHEN i % 7 > 0 THEN 'live' END, CASE WHEN i % 7 > 0 THEN i END
       FROM generate_series(1, ${count}) i`,
      [id, customer.organizationId],
    );
    const live = service.actingAs(customer.session.credential, { 'x-service-mode': 'live' });
    const numbers = (events: { detail?: unknown }[]) =>
      events.flatMap(({ detail }) => (detail as { number?: number } | null)?.number ?? []);
    const visible = Array.from({ length: count }, (_, index) => index + 1).filter((number) => number % 7 > 0);
    expect(numbers(await live.events(id))).toEqual(visible);
    const { body } = await service.send('GET', `/v1/attorney/cases/${id}`, { credential: attorney.credential });
    const all = numbers(body.events);
    expect(all).toHaveLength(count);
    expect(all.filter((number) => number % 7 > 0)).toEqual(visible);
    expect(new Set(all).size).toBe(count);
    expect(body.events.at(-1).action).toBe('tenant_data_viewed');
  });

  test('of notes is complete and in order', async () => {
    const customer = await signUp();
    const { id } = await customer.create(buildFacts());
    await pool.query(
      `INSERT INTO "Note" (id, "caseId", "writtenBy", body, "createdAt")
       SELECT 'note_' || gen_random_uuid(), $1, 'customer', i::text, now() - interval '1 second' * (${count} - i / 2)
       FROM generate_series(1, ${count}) i`,
      [id],
    );
    const { body } = await customer.send('GET', `/v1/cases/${id}/notes`);
    const numbers = body.items.map((note: { body: string }) => Number(note.body));
    expect(numbers.map((number: number) => Math.floor(number / 2))).toEqual(
      Array.from({ length: count }, (_, index) => Math.floor((index + 1) / 2)),
    );
    expect(new Set(numbers).size).toBe(count);
  });
});

test('a case can have the maximum number of documents, and one more gets 413', async () => {
  const customer = await signUp();
  const { id } = await customer.create(buildFacts());
  await pool.query(
    `INSERT INTO "Document" (id, "caseId", kind, purpose, filename, "contentType", "contentHash", "sizeBytes")
     SELECT 'doc_' || gen_random_uuid(), $1, 'evidence', 'other', 'a.pdf', 'application/pdf', repeat('0', 64), 1
     FROM generate_series(1, ${maxCaseDocuments.test - 1})`,
    [id],
  );
  await customer.upload(id, { bytes: pdf('the last one') });
  await expectRefusal(customer.tryUpload(id, { bytes: pdf('one more') }), 413, 'payload_too_large');
});
