import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnySchema } from 'yup';
import { faults } from '../../test/faults.ts';
import { routes } from '../routes.ts';
import { uploadDocumentBody } from '../schemas/case-input.ts';
import { outcomeBody, reviewBody } from './attorney.ts';
import { attorneyDeskRoutes as desk } from './attorney-desk.ts';
import { caseworkRoutes as casework } from './casework.ts';
import { noteAndChargeRoutes as notes } from './notes-and-charges.ts';
import { loginBody, signupBody } from './public.ts';

const long = (length: number) => '👩'.repeat(length);
const hash = 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c';
const pending = { stage: 'summons', status: 'pending', method: 'posting' };
const reasons = Array.from({ length: 50 }, () => ({ code: 'other', description: long(1000) }));
const signup = { name: 'N', organizationName: 'O', email: 'a@b.co', password: 'p'.repeat(10) };
const upload = { filename: 'a.pdf', purpose: 'other', contentBase64: 'aGk=' };
const { reportService, correctService, holdCase, setDeadline, reportFact, reportFiling } = casework;

describe('a body is accepted at its limits', () => {
  test.each<[string, AnySchema, unknown]>([
    ['an approval', reviewBody, { decision: 'approve', documentHashes: [hash] }],
    ['50 hashes', reviewBody, { decision: 'approve', documentHashes: Array.from({ length: 50 }, () => long(128)) }],
    ['a rejection', reviewBody, { decision: 'reject', documentHashes: [] }],
    ['the shortest notes', reviewBody, { decision: 'request_changes', notes: 'x', documentHashes: [] }],
    ['the longest notes', reviewBody, { decision: 'request_changes', notes: long(5000), documentHashes: ['x'] }],
    ['a hearing', outcomeBody, { type: 'hearing_scheduled', date: '2028-02-29' }],
    ['a judgment', outcomeBody, { type: 'judgment', outcome: 'plaintiff' }],
    ['a judgment for the tenant', outcomeBody, { type: 'judgment', outcome: 'defendant' }],
    ['a dismissal', outcomeBody, { type: 'judgment', outcome: 'dismissed' }],
    ['a writ requested', outcomeBody, { type: 'writ_requested' }],
    ['a writ issued', outcomeBody, { type: 'writ_issued' }],
    ['the end of a case', outcomeBody, { type: 'closed' }],
    ['service', reportService.body, { ...pending, partyIndex: 19, failureReason: long(1000), citation: long(200) }],
    ['service of the first party', reportService.body, { ...pending, partyIndex: 0, servedDate: '2028-02-29' }],
    ['a correction of service', correctService.body, { reason: long(1000) }],
    ['a hold', holdCase.body, { reason: 'court_stay', until: '2026-12-31', notes: long(5000) }],
    ['a deadline', setDeadline.body, { name: long(60), date: '1900-01-01', citation: long(200), reason: long(1000) }],
    ['a change to a deadline', casework.changeDeadline.body, {}],
    ['a fact', reportFact.body, { kind: 'lockout_executed', date: '2026-07-01', detail: long(1000) }],
    ['a filing', reportFiling.body, { status: 'rejected', envelopeId: long(200), rejectionReasons: reasons }],
    ['a corrected hearing', casework.correctHearing.body, { date: '2026-08-13', reason: long(1000) }],
    ['a corrected judgment', casework.correctJudgment.body, { amountCents: 0, withPrejudice: false, reason: 'x' }],
    ['a corrected filing', casework.correctFiling.body, { courtCaseNumber: long(200), reason: 'x' }],
    ['the longest email address', signupBody, { ...signup, email: `${'a'.repeat(249)}@b.co` }],
    ['a sign-in with any strings', loginBody, { email: long(254), password: long(200) }],
    ['the longest file name', uploadDocumentBody, { ...upload, filename: long(255) }],
    ['a document of authority', uploadDocumentBody, { ...upload, purpose: 'authority' }],
    ['a prior notice', uploadDocumentBody, { ...upload, purpose: 'prior_notice' }],
    ['a note from a customer', notes.createNote.body, { body: long(5000) }],
    ['a note from an attorney', desk.createAttorneyNote.body, { body: long(5000) }],
    ['the proof of service of a prior notice', uploadDocumentBody, { ...upload, purpose: 'prior_notice_proof' }],
  ])('%s', (_, schema, body) => {
    expect(faults(schema, body)).toEqual([]);
  });
});

describe('every error of an invalid body is reported', () => {
  const review = { decision: 'approve', documentHashes: [] };
  test.each<[AnySchema, unknown, string[]]>([
    [reviewBody, {}, ['decision required', 'documentHashes required']],
    [reviewBody, { ...review, decision: 'Approve' }, ['decision one_of']],
    [reviewBody, { ...review, notes: '' }, ['notes too_short']],
    [reviewBody, { ...review, notes: 'x'.repeat(5001) }, ['notes too_long']],
    [reviewBody, { ...review, notes: null }, ['notes null']],
    [reviewBody, { ...review, notes: 'a\0b' }, ['notes invalid_text']],
    [reviewBody, { ...review, documentHashes: [''] }, ['documentHashes[0] too_short']],
    [reviewBody, { ...review, documentHashes: ['x'.repeat(129)] }, ['documentHashes[0] too_long']],
    [reviewBody, { ...review, documentHashes: [1, null] }, ['documentHashes[0] type', 'documentHashes[1] null']],
    [reviewBody, { ...review, documentHashes: Array.from({ length: 51 }, () => hash) }, ['documentHashes too_many']],
    [reviewBody, { ...review, documentHashes: hash }, ['documentHashes type']],
    [reviewBody, { ...review, attorneyId: 'usr_1' }, ['attorneyId unknown_field']],
    [outcomeBody, {}, ['type required']],
    [outcomeBody, { type: 'settled' }, ['type one_of']],
    [outcomeBody, { type: ['closed'] }, ['type type']],
    [outcomeBody, { type: 'constructor' }, ['type one_of']],
    [outcomeBody, { type: 'hearing_scheduled' }, ['date required']],
    [outcomeBody, { type: 'hearing_scheduled', date: '2026-08-12T09:00:00Z' }, ['date date']],
    [outcomeBody, { type: 'judgment' }, ['outcome required']],
    [outcomeBody, { type: 'judgment', outcome: 'plaintiff', judgment: {} }, ['judgment unknown_field']],
    [outcomeBody, { type: 'closed', dismissedOn: '2026-08-12' }, ['dismissedOn unknown_field']],
    [outcomeBody, { type: 'judgment', outcome: 'tenant' }, ['outcome one_of']],
    [outcomeBody, { type: 'judgment', outcome: 'plaintiff', date: '2026-08-12' }, ['date unknown_field']],
    [outcomeBody, { type: 'writ_requested', date: '2026-08-12' }, ['date unknown_field']],
    [outcomeBody, { type: 'closed', outcome: 'plaintiff' }, ['outcome unknown_field']],
    [reportService.body, {}, ['stage required', 'status required', 'method required']],
    [reportService.body, { ...pending, status: 'lost', partyIndex: -1 }, ['status one_of', 'partyIndex too_small']],
    [reportService.body, { ...pending, expires: null, actor: 'me' }, ['expires null', 'actor unknown_field']],
    [reportService.body, { ...pending, partyIndex: 0.5 }, ['partyIndex not_integer']],
    [reportService.body, { ...pending, partyIndex: 20 }, ['partyIndex too_large']],
    [correctService.body, { expires: '2026-07-01' }, ['reason required']],
    [casework.correctHearing.body, { time: '24:00', place: '' }, ['time pattern', 'place too_short']],
    [casework.correctJudgment.body, { amountCents: -1, reason: 'x' }, ['amountCents too_small']],
    [casework.correctJudgment.body, { outcome: 'tenant', reason: 'x' }, ['outcome one_of']],
    [holdCase.body, { reason: 'operator' }, ['reason one_of']],
    [holdCase.body, { reason: 'other', notes: long(5001) }, ['notes too_long']],
    [setDeadline.body, { name: long(61), date: 'soon', citation: 'x' }, ['name too_long', 'date date']],
    [reportFact.body, { kind: 'erased', date: '2026-07-01' }, ['kind one_of']],
    [
      reportFiling.body,
      { status: 'rejected', rejectionReasons: [{ code: 'late', description: '' }] },
      ['rejectionReasons[0].code one_of', 'rejectionReasons[0].description too_short'],
    ],
    [
      reportFiling.body,
      { status: 'rejected', rejectionReasons: [...reasons, ...reasons] },
      ['rejectionReasons too_many'],
    ],
    [signupBody, { role: 'owner', ...signup, name: undefined }, ['name required', 'role unknown_field']],
    [signupBody, { ...signup, email: `${'a'.repeat(250)}@b.co` }, ['email too_long']],
    [loginBody, { email: '', password: '' }, ['email too_short', 'password too_short']],
    [loginBody, { email: 'x'.repeat(255), password: 'x'.repeat(201) }, ['email too_long', 'password too_long']],
    [notes.createNote.body, { body: '' }, ['body too_short']],
    [notes.createNote.body, { body: long(5001), author: 'service' }, ['body too_long', 'author unknown_field']],
    [desk.createAttorneyNote.body, { body: long(5001) }, ['body too_long']],
    [uploadDocumentBody, { ...upload, purpose: 'evidence' }, ['purpose one_of']],
    [uploadDocumentBody, { ...upload, filename: '' }, ['filename too_short']],
    [uploadDocumentBody, { ...upload, filename: 'x'.repeat(256) }, ['filename too_long']],
    [uploadDocumentBody, { ...upload, contentBase64: '' }, ['contentBase64 too_short']],
    [
      desk.attachDocument.body,
      { kind: 'evidence', filename: '../notice.pdf', contentBase64: '!', replaces: null, purpose: 'other' },
      ['kind one_of', 'filename pattern', 'contentBase64 base64', 'replaces null', 'purpose unknown_field'],
    ],
    [routes.updateOrganization.body, { name: long(121), verified: true }, ['name too_long', 'verified unknown_field']],
    [routes.updateOrganization.body, { name: 'a\0b' }, ['name invalid_text']],
    [routes.updateMember.body, { role: null }, ['role null']],
    [routes.updateMember.body, { role: 'attorney', verified: true }, ['role one_of', 'verified unknown_field']],
    [routes.inviteMember.body, { email: 'sam', role: 'boss' }, ['email pattern', 'role one_of']],
    [
      routes.inviteMember.body,
      { email: `${'a'.repeat(250)}@b.co`, name: '' },
      ['email too_long', 'name too_short', 'role required'],
    ],
    [
      routes.inviteMember.body,
      { email: 'a@b.co\r\nBcc: c@d.co', role: 'owner', organizationId: '' },
      ['email pattern', 'organizationId unknown_field'],
    ],
    [
      routes.updateMe.body,
      { newPassword: 'short', name: '' },
      ['name too_short', 'newPassword too_short', 'currentPassword required'],
    ],
    [routes.updateMe.body, { newPassword: null, currentPassword: null }, ['currentPassword null', 'newPassword null']],
    [
      routes.updateMe.body,
      { newPassword: long(201), currentPassword: '' },
      ['currentPassword too_short', 'newPassword too_long'],
    ],
    [routes.updateMe.body, { email: 'b@example.com', role: 'owner' }, ['email unknown_field', 'role unknown_field']],
    [routes.createApiKey.body, { name: '' }, ['name too_short']],
    [routes.createApiKey.body, { scopes: [] }, ['scopes too_few']],
    [routes.createApiKey.body, { scopes: ['admin'] }, ['scopes[0] one_of']],
    [routes.createApiKey.body, { expiresAt: 'soon' }, ['expiresAt date_time']],
    [routes.createApiKey.body, { mode: 'live' }, ['mode unknown_field']],
    [routes.createWebhookEndpoint.body, {}, ['url required']],
    [routes.createWebhookEndpoint.body, { url: null }, ['url null']],
    [routes.createWebhookEndpoint.body, { url: 1 }, ['url type']],
    [routes.createWebhookEndpoint.body, { url: '' }, ['url too_short']],
    [routes.createWebhookEndpoint.body, { url: `https://8.8.8.8/${'a'.repeat(2048)}` }, ['url too_long']],
    [routes.createWebhookEndpoint.body, { url: 'https://8.8.8.8/', secret: 'x' }, ['secret unknown_field']],
  ])('for the body in row %# of the table', (schema, body, issues) => {
    expect(faults(schema, body)).toEqual(issues);
  });
});

test.each([
  ['name', 1, 120],
  ['organizationName', 1, 120],
  ['password', 10, 200],
])('at sign-up, %s must have %i to %i characters', (field, min, max) => {
  const faultsOf = (value: string) => faults(signupBody, { ...signup, [field]: value });
  for (const length of [min, max]) expect(faultsOf('x'.repeat(length))).toEqual([]);
  expect(faultsOf('x'.repeat(min - 1))).toEqual([`${field} too_short`]);
  expect(faultsOf('x'.repeat(max + 1))).toEqual([`${field} too_long`]);
  expect(faultsOf(`\u0000${'x'.repeat(min)}`)).toEqual([`${field} invalid_text`]);
});

test.each(['a@b.co', "o'neil+x_y-z@mail.example.org", 'A.B.C@EXAMPLE.COM', 'a@1.2.museum', 'a@x-y.io', '1@b.co'])(
  '%s is accepted as an email address',
  (email) => {
    expect(faults(signupBody, { ...signup, email })).toEqual([]);
  },
);

test.each(
  [
    ['', 'a', '@b.co', 'a@', 'a@b', 'a@b.c', 'a@b.c1', 'a@b.12', 'a@.co', 'a@b..co', 'a@-b.co', 'a@b-.co', '.a@b.co'],
    ['a.@b.co', 'a..b@b.co', 'a b@b.co', 'a"b@b.co', 'a!b@b.co', 'ä@b.co', 'a@bä.co', 'a@[127.0.0.1]', 'a@b.co\n'],
    ['a@b.co, c@d.co', 'a@b@c.co'],
  ].flat(),
)('%j is refused as an email address', (email) => {
  expect(faults(signupBody, { ...signup, email })).toEqual(['email pattern']);
});

test('a long string that is almost an email address is refused in linear time', () => {
  const before = process.threadCpuUsage();
  for (const email of [
    `${'a'.repeat(30_000)}@${'a'.repeat(30_000)}`,
    `${'a.'.repeat(30_000)}@`,
    `a@${'a-'.repeat(30_000)}`,
  ]) {
    expect(faults(signupBody, { ...signup, email })).toEqual(['email pattern', 'email too_long']);
  }
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(2000);
});

test('a file name can be any string without slashes, backslashes or control characters', () => {
  const faultsOf = (filename: string) => faults(uploadDocumentBody, { ...upload, filename });
  for (const name of ['a', 'Räumung "2026" (1).pdf', '..', '.pdf']) expect(faultsOf(name)).toEqual([]);
  for (const name of ['a/b', 'a\\b', '/etc/passwd', 'a\nb', 'a\tb', 'a\u0001', 'a\u007f', 'a\u0085'])
    expect(faultsOf(name)).toEqual(['filename pattern']);
  for (const name of ['a\u0000', 'a\ud800', '\udc00']) expect(faultsOf(name)).toEqual(['filename invalid_text']);
  // A long string must not overflow the stack.
  expect(faultsOf('x'.repeat(10 * 1024 * 1024))).toEqual(['filename too_long']);
});

test('the content of an upload must be standard base64', () => {
  const faultsOf = (contentBase64: string) => faults(uploadDocumentBody, { ...upload, contentBase64 });
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 100 }), (bytes) => {
      expect(faultsOf(Buffer.from(bytes).toString('base64'))).toEqual([]);
    }),
  );
  for (const text of [
    'aGk',
    'aGk==',
    'aGl=',
    '-_-_',
    'aG k=',
    'aGk=\n',
    '====',
    'aG=k',
    'data:a/b;base64,aGk=',
    'äöüß',
  ])
    expect(faultsOf(text), text).toEqual(['contentBase64 base64']);
  // A long string must not overflow the stack.
  const large = Buffer.alloc(10 * 1024 * 1024, 7).toString('base64');
  expect([faultsOf(large), faultsOf(`${large}!`)]).toEqual([[], ['contentBase64 base64']]);
});
