import type { CaseFacts } from '@evict/case-model';
import { type Case, createClient, type Input, type UploadDocument } from '@evict/client';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { hashPassword } from '@evict/credentials/passwords';
import { createAccount } from '@evict/store/accounts';
import { startStack, type TestStack } from '@evict/testkit';
import { afterAll, expect, onTestFinished, TestRunner } from 'vitest';
import {
  type ApiResponse,
  readResponse,
  buildSignup,
  nextAddress,
  send as sendTo,
  type Sent,
  withHeaders,
} from './api.ts';
import { createResponseCheck } from './response-check.ts';

export interface File {
  filename?: string;
  purpose?: UploadDocument['purpose'];
  bytes: Uint8Array;
}

export type Customer = ReturnType<Awaited<ReturnType<typeof startService>>['actingAs']>;

export type Service = Awaited<ReturnType<typeof startService>>;

/** The services that test files share, by their options. */
const shared = new Map<string, Promise<Service>>();
/**
 * The hash of the password that all users share. Hashing takes longer than the rest of a sign-up, so it is done once.
 */
let passwordHash: Promise<string> | undefined;

/**
 * Returns the service that the test files of one process with the same options share. By default it has live mode. It
 * runs until the process exits. Use it in files that don't stop anything, don't change the setup, and count only rows of
 * the organizations that they sign up. After a file, its attorneys are unverified, so they don't get cases of later
 * files.
 */
export async function sharedService(options: Parameters<typeof startStack>[0] = { liveMode: true }): Promise<Service> {
  const key = JSON.stringify(options);
  const starting = shared.get(key) ?? startStack(options).then(serviceOf);
  shared.set(key, starting);
  const service = await starting;
  afterAll(() =>
    service.stack.store.prisma.user.updateMany({ where: { role: 'attorney' }, data: { verified: false } }),
  );
  return service;
}

/** Like `sharedService`, with the website and a mailbox. Links in emails lead to the website. */
export async function sharedWebsite(): Promise<Service> {
  return sharedService({ liveMode: true, website: true, mail: {} });
}

/**
 * Starts the whole service, which is called only over HTTP. Every response is checked against the API specification
 * that it serves. The service is stopped after the last test of the file, or after the test that starts it.
 */
export async function startService(options: Parameters<typeof startStack>[0] = {}) {
  const stack = await startStack(options);
  if (TestRunner.getCurrentTest()) onTestFinished(() => stack.stop());
  else afterAll(() => stack.stop());
  return serviceOf(stack);
}

async function serviceOf(stack: TestStack) {
  const check = await createResponseCheck(stack.baseUrl);

  async function send(method: string, path: string, { headers, ...sent }: Sent = {}): Promise<ApiResponse> {
    const behindProxy = { 'x-forwarded-for': nextAddress(), ...headers };
    const response = await sendTo(stack.baseUrl, method, path, { ...sent, headers: behindProxy });
    check(method, path, response);
    return response;
  }

  /** Creates a typed client, whose responses are checked, too. */
  function clientOf(credential?: string, headers: Record<string, string> = {}) {
    return createClient({
      baseUrl: stack.baseUrl,
      maxRetries: 0, // tests have to see every response
      ...(credential !== undefined && { credential }),
      async fetch(request) {
        const response = await withHeaders({ 'x-forwarded-for': nextAddress(), ...headers })(request);
        const { pathname, search } = new URL(request.url);
        check(request.method, pathname + search, await readResponse(response.clone()));
        return response;
      },
    });
  }

  /** Returns a customer with this credential. All methods except `send`, `act` and `tryUpload` expect success. */
  function actingAs(credential: string, headers: Record<string, string> = {}) {
    const api = clientOf(credential, headers);
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
      create: (facts: CaseFacts) => api.createCase({ body: facts }),
      read: (id: string) => api.getCase({ id }),
      edit: (id: string, body: Input<'updateCase'>['body']) => api.updateCase({ id, body }),
      events: async (id: string) => (await api.listEvents({ id })).items,
      validate: (id: string) => api.validateCase({ id }),
      submit: (id: string) => api.submitCase({ id }),
      advance: (id: string) => api.advanceCase({ id }),
      withdraw: (id: string) => api.withdrawCase({ id }),
      reportCure: (id: string) => api.reportCure({ id }),
      tryUpload: (id: string, file: File) => sendAs('POST', `/v1/cases/${id}/documents`, { body: uploadBody(file) }),
      upload: (id: string, file: File) => api.uploadDocument({ id, body: uploadBody(file) }),
      download: async (id: string, documentId: string) => {
        const response = await sendAs('GET', `/v1/cases/${id}/documents/${documentId}`);
        expect(response.status).toBe(200);
        return response;
      },
      /** Creates a case with these uploads and submits it. */
      async submitted(facts: CaseFacts, files: readonly File[] = []): Promise<Case> {
        const { id } = await customer.create(facts);
        for (const file of files) await customer.upload(id, file);
        return (await customer.submit(id)).case;
      },
      /** Advances this many times, and returns the case after the last advance. */
      async advanceBy(id: string, steps: number): Promise<Case> {
        for (let taken = 1; taken < steps; taken += 1) await customer.advance(id);
        return steps > 0 ? customer.advance(id) : customer.read(id);
      },
    };
    return customer;
  }

  /** Creates a new organization the way a sign-up does, with a test key and its owner's session. */
  async function signUp() {
    const { password, ...person } = buildSignup();
    passwordHash ??= hashPassword(password);
    const { secret: token, hash: sessionHash } = mintCredential(credentialPrefixes.session);
    const account = await createAccount(stack.store, { ...person, passwordHash: await passwordHash, sessionHash });
    const session = actingAs(token);
    const { secret } = await clientOf(token).createApiKey();
    return { ...actingAs(secret), session, organizationId: account?.organization.id ?? '' };
  }

  return { stack, send, check, actingAs, signUp };
}
