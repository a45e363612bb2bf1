import type { CaseFacts, GateResults } from '@evict/case-model';
import type { Case, Document, Event, UploadDocumentBody } from '@evict/contract';
import { startStack } from '@evict/testkit';
import { afterAll, expect } from 'vitest';
import { type Answer, buildSignup, nextAddress, send as sendTo, type Sent } from './api.ts';
import { describedAnswers } from './described.ts';

export interface File {
  filename?: string;
  purpose?: UploadDocumentBody['purpose'];
  bytes: Uint8Array;
}

export type Customer = ReturnType<Awaited<ReturnType<typeof startService>>['actingAs']>;

/**
 * The whole service, called over HTTP alone; every answer is checked against the description that it serves. Stopped
 * after the last test of the file.
 */
export async function startService(options: Parameters<typeof startStack>[0] = {}) {
  const stack = await startStack(options);
  afterAll(() => stack.stop());
  const check = await describedAnswers(stack.baseUrl);

  async function send(method: string, path: string, { headers, ...sent }: Sent = {}): Promise<Answer> {
    const behindProxy = { 'x-forwarded-for': nextAddress(), ...headers };
    const answer = await sendTo(stack.baseUrl, method, path, { ...sent, headers: behindProxy });
    check(method, path, answer);
    return answer;
  }

  /** A customer by one credential. Every method but `send` and `act` expects success. */
  function actingAs(credential: string, headers: Record<string, string> = {}) {
    const sendAs = (method: string, path: string, sent: Sent = {}) =>
      send(method, path, { credential, ...sent, headers: { ...headers, ...sent.headers } });
    const act = (id: string, action: string) => sendAs('POST', `/v1/cases/${id}/${action}`);
    const uploadBody = ({ filename = 'lease.pdf', purpose = 'other', bytes }: File) => ({
      filename,
      purpose,
      contentBase64: Buffer.from(bytes).toString('base64'),
    });
    const customer = {
      credential,
      send: sendAs,
      act,
      create: (facts: CaseFacts) => expectBody<Case>(201, sendAs('POST', '/v1/cases', { body: facts })),
      read: (id: string) => expectBody<Case>(200, sendAs('GET', `/v1/cases/${id}`)),
      edit: (id: string, body: object) => expectBody<Case>(200, sendAs('PATCH', `/v1/cases/${id}`, { body })),
      events: async (id: string) =>
        (await expectBody<{ items: Event[] }>(200, sendAs('GET', `/v1/cases/${id}/events`))).items,
      validate: (id: string) => expectBody<GateResults>(200, act(id, 'validate')),
      submit: (id: string) => expectBody<{ case: Case; gates: GateResults['results'] }>(200, act(id, 'submit')),
      advance: (id: string) => expectBody<Case>(200, act(id, 'advance')),
      withdraw: (id: string) => expectBody<Case>(200, act(id, 'withdraw')),
      reportCure: (id: string) => expectBody<Case>(200, act(id, 'report-cure')),
      tryUpload: (id: string, file: File) => sendAs('POST', `/v1/cases/${id}/documents`, { body: uploadBody(file) }),
      upload: (id: string, file: File) => expectBody<Document>(201, customer.tryUpload(id, file)),
      download: async (id: string, documentId: string) => {
        const answer = await sendAs('GET', `/v1/cases/${id}/documents/${documentId}`);
        expect(answer.status).toBe(200);
        return answer;
      },
      /** A case under review, with what was uploaded for it before. */
      async submitted(facts: CaseFacts, files: readonly File[] = []): Promise<Case> {
        const { id } = await customer.create(facts);
        for (const file of files) await customer.upload(id, file);
        return (await customer.submit(id)).case;
      },
      /** Advances so many times; the case as the last of them answered it. */
      async advanceBy(id: string, steps: number): Promise<Case> {
        for (let taken = 1; taken < steps; taken += 1) await customer.advance(id);
        return steps > 0 ? customer.advance(id) : customer.read(id);
      },
    };
    return customer;
  }

  /** A new organization: its owner's session, and a key of the test mode. */
  async function signUp() {
    const account = await expectBody<{ token: string; organization: { id: string } }>(
      201,
      send('POST', '/v1/auth/signup', { body: buildSignup() }),
    );
    const session = actingAs(account.token);
    const { secret } = await expectBody<{ secret: string }>(201, session.send('POST', '/v1/api-keys'));
    return { ...actingAs(secret), session, organizationId: account.organization.id };
  }

  return { stack, send, actingAs, signUp };
}

async function expectBody<T>(status: number, answering: Promise<Answer>): Promise<T> {
  const answer = await answering;
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  return answer.body as T;
}
