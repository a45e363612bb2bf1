import { describe, expect, test } from 'vitest';
import { buildFacts, day } from '../support/facts.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { startService } from '../support/service.ts';

const { signUp } = await startService();
const customer = await signUp();

const facts = buildFacts({
  violation: { description: 'Keeps a horse in the kitchen.', date: day(-9) },
  priorNotice: { servedDate: day(-60), method: 'personal', periodDays: 30 },
});

/** Expects that a create with this JSON is refused with these faults, without effect. */
async function expectFaults(raw: string | Uint8Array<ArrayBuffer>, faults: string[]): Promise<void> {
  expect(await expectIssues(customer.send('POST', '/v1/cases', { raw }))).toEqual(faults.toSorted());
  await expectNoCases();
}

async function expectNoCases(): Promise<void> {
  expect((await customer.send('GET', '/v1/cases')).body).toEqual({ items: [], nextCursor: null });
}

/** The facts as JSON with the value at a path, like `parties[0].name`, replaced by this JSON text. */
function withJson(path: string, json: string): string {
  const changed = structuredClone(facts);
  const parts = path.split(/[.[\]]+/u).filter((part) => part !== '');
  const last = parts.pop() ?? '';
  const parent = parts.reduce((value: unknown, part) => (value as Record<string, unknown>)[part], changed);
  (parent as Record<string, unknown>)[last] = 'PLACE';
  return JSON.stringify(changed).replace('"PLACE"', json);
}

describe('a value that breaks its rule is refused by its path', () => {
  test.each([
    ['lease.startDate', '"2026-02-30"', 'date'],
    ['lease.endDate', '"2027-02-29"', 'date'],
    ['ledger[1].date', '"2026-13-01"', 'date'],
    ['violation.date', '"2026-00-10"', 'date'],
    ['priorNotice.servedDate', '"1899-12-31"', 'date'],
    ['lease.startDate', '"2201-01-01"', 'date'],
    ['lease.startDate', '"2026-01-01T00:00:00Z"', 'date'],
    ['lease.startDate', '"01/02/2026"', 'date'],
    ['lease.startDate', '""', 'date'],
    ['lease.startDate', '20260101', 'type'],
    ['amountOwedCents', '9007199254740992', 'too_large'],
    ['amountOwedCents', '9007199254740993', 'too_large'],
    ['amountOwedCents', '1e400', 'too_large'],
    ['ledger[0].amountCents', '9007199254740992', 'too_large'],
    ['lease.monthlyRentCents', '-1', 'too_small'],
    ['amountOwedCents', '1000.5', 'not_integer'],
    ['amountOwedCents', '"100000"', 'type'],
    ['amountOwedCents', 'true', 'type'],
    ['priorNotice.periodDays', '0', 'too_small'],
    ['priorNotice.periodDays', '366', 'too_large'],
    ['property.line1', '""', 'too_short'],
    ['property.line1', `"${'x'.repeat(201)}"`, 'too_long'],
    ['property.line1', '"12 \\u0000 Way"', 'invalid_text'],
    ['parties[1].name', '"Terry \\ud800"', 'invalid_text'],
    ['parties[1].name', '"\\udc00\\ud800"', 'invalid_text'],
    ['ledger[0].memo', '"\\u0000"', 'invalid_text'],
    ['freeText', '"a\\udfff"', 'invalid_text'],
    ['freeText', `"${'\\ud83d\\ude00'.repeat(5001)}"`, 'too_long'],
    ['property.state', '"Z"', 'pattern'],
    ['property.state', '"ZZ\\n"', 'pattern'],
    ['property.zip', '"00001-12"', 'pattern'],
    ['property.zip', '"\\u0661\\u0662\\u0663\\u0664\\u0665"', 'pattern'],
    ['ground', '"nonPayment"', 'one_of'],
    ['entryPoint', '"court"', 'one_of'],
    ['parties[0].role', '"owner"', 'one_of'],
    ['ledger[0].type', '"credit"', 'one_of'],
    ['priorNotice.method', '"email"', 'one_of'],
    ['attestations.servicemember', 'false', 'type'],
    ['attestations.authority', '"yes"', 'type'],
    ['attestations.authority', 'null', 'null'],
    ['parties', '{}', 'type'],
    ['parties[0]', 'null', 'null'],
    ['ledger', 'null', 'null'],
    ['property', '[]', 'type'],
    ['lease', '"none"', 'type'],
  ])('%s as %s', async (path, json, code) => {
    await expectFaults(withJson(path, json), [`${path} ${code}`]);
  });

  test.each([
    'unknown',
    'id',
    'state',
    'progress',
    'constructor',
    'property.country',
    'parties[1].email',
    'lease.rent',
    'ledger[1].balance',
    'violation.photos',
    'attestations.caresAct',
    'priorNotice.server',
  ])('%s is no field', async (path) => {
    await expectFaults(withJson(path, '1'), [`${path} unknown_field`]);
  });

  test('1001 ledger rows, also when each of them is wrong, and 21 parties', async () => {
    const row = { date: day(-9), type: 'charge', amountCents: 1 };
    const parties = Array.from({ length: 21 }, () => facts.parties[0]);
    const body = { ...facts, ledger: Array.from({ length: 1001 }, () => row), parties };
    await expectFaults(JSON.stringify(body), ['ledger too_many', 'parties too_many']);
    const wrong = Array.from({ length: 1001 }, () => ({ ...row, amountCents: -1 }));
    const issues = await expectIssues(customer.send('POST', '/v1/cases', { body: { ...facts, ledger: wrong } }));
    // The rows that are allowed are looked at, the one too many is not.
    expect(issues.length).toBe(1001);
    expect(issues).toContain('ledger too_many');
    expect(issues).toContain('ledger[999].amountCents too_small');
    await expectNoCases();
  });
});

test('every fault is named at once, at every level, required fields among them', async () => {
  const body = {
    ground: 'rent',
    property: { line1: '', city: 'Testville', state: 'Z1', zip: '1', extra: true },
    parties: [{ role: 'plaintiff' }, { name: '', isEntity: 'no' }],
    lease: { startDate: '2026-02-30', monthlyRentCents: -1 },
    ledger: [{ date: '2026-04-31', type: 'refund', amountCents: 2 ** 53, memo: '' }],
    violation: {},
    priorNotice: { method: 'email', periodDays: 1.5 },
    other: null,
  };
  await expectFaults(JSON.stringify(body), [
    'ground one_of',
    'entryPoint required',
    'property.line1 too_short',
    'property.state pattern',
    'property.zip pattern',
    'property.ownerOfRecord required',
    'property.extra unknown_field',
    'parties[0].name required',
    'parties[1].role required',
    'parties[1].name too_short',
    'parties[1].isEntity type',
    'lease.startDate date',
    'lease.monthlyRentCents too_small',
    'ledger[0].date date',
    'ledger[0].type one_of',
    'ledger[0].amountCents too_large',
    'ledger[0].memo too_short',
    'violation.description required',
    'violation.date required',
    'attestations required',
    'priorNotice.servedDate required',
    'priorNotice.method one_of',
    'priorNotice.periodDays not_integer',
    'other unknown_field',
  ]);
});

describe('a body that is no JSON object', () => {
  test.each([
    ['half a document', '{"ground":', ' unreadable'],
    ['two documents', '{} {}', ' unreadable'],
    ['a trailing comma', '{"ground":"holdover",}', ' unreadable'],
    ['a bare word', 'ground', ' unreadable'],
    ['bytes that are not UTF-8', new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]), ' unreadable'],
    ['100 levels', `${'['.repeat(100)}${']'.repeat(100)}`, ' unreadable'],
    ['a field called __proto__', '{"__proto__":{"ground":"holdover"}}', ' unreadable'],
    ['a list', '[]', ' type'],
    ['a string', '"text"', ' type'],
    ['null', 'null', ' null'],
    ['nothing', '', ' required'],
  ])('%s is 400', async (_name, raw, fault) => {
    await expectFaults(raw, [fault]);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ])('sent as %s is 415', async (type) => {
    const sent = { raw: JSON.stringify(facts), headers: { 'content-type': type } };
    await expectRefusal(customer.send('POST', '/v1/cases', sent), 415, 'unsupported_media_type');
    await expectNoCases();
  });

  test('over the limit is 413: 4 MB for a case, 64 KiB for an action, and just below it is read', async () => {
    const padded = (bytes: number) => `${JSON.stringify(facts)}${' '.repeat(bytes)}`.slice(0, bytes);
    await expectRefusal(customer.send('POST', '/v1/cases', { raw: padded(4 * 2 ** 20 + 1) }), 413, 'payload_too_large');
    await expectNoCases();
    const other = await signUp();
    const atLimit = await other.send('POST', '/v1/cases', { raw: padded(4 * 2 ** 20) });
    expect(atLimit.status).toBe(201);
    const path = `/v1/cases/${atLimit.body.id}/submit`;
    await expectRefusal(other.send('POST', path, { raw: `{${' '.repeat(2 ** 16)}}` }), 413, 'payload_too_large');
    await expectRefusal(
      other.send('POST', path, { raw: '{}', headers: { 'content-type': 'text/plain' } }),
      415,
      'unsupported_media_type',
    );
    expect(await expectIssues(other.send('POST', path, { raw: '{"force":true}' }))).toEqual([' unexpected_body']);
    expect((await other.read(atLimit.body.id)).state).toBe('draft');
  });
});
