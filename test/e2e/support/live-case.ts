import type { AttachmentKind, CaseFacts, Outcome, ReviewDecision } from '@evict/case-model';
import type { Case } from '@evict/client';
import { newId } from '@evict/store/ids';
import type { CommandResult } from '@evict/temporal';
import type { TestStack } from '@evict/testkit';
import { expect, vi } from 'vitest';
import type { ApiResponse } from './api.ts';
import { type Attorney as Person, newAttorney } from './attorneys.ts';
import { pdf } from './grounds.ts';
import { inLiveMode, marylandFacts } from './live.ts';
import type { startService } from './service.ts';
import { type Customer, type File } from './service.ts';
import { operate as operateOn, type Operation } from './operate.ts';

type Service = Awaited<ReturnType<typeof startService>>;
type Ref = { caseId: string; organizationId: string; mode: 'live' };
type Operate = (ref: Ref, command: Operation) => Promise<CommandResult>;

/** An attorney with a token. */
export type Attorney = Awaited<ReturnType<ReturnType<typeof liveWorld>['attorney']>>;

/** Plays live cases over HTTP. Operators act the way their command line does. */
export function liveWorld(service: Service) {
  const { stack } = service;

  /** Creates an attorney whose methods return responses, including refusals. */
  async function attorney({ states = ['MD'], verified = true }: { states?: string[]; verified?: boolean } = {}) {
    const person = await newAttorney(service, { licenses: states, verified });
    const sendAs = person.send;
    const read = async (caseId: string) => {
      const { status, body } = await sendAs('GET', `/v1/attorney/cases/${caseId}`);
      expect(status).toBe(200);
      return body;
    };
    const review = (
      caseId: string,
      decision: ReviewDecision,
      documentHashes: readonly string[] = [],
      notes = 'As discussed.',
    ) => sendAs('POST', `/v1/attorney/cases/${caseId}/reviews`, { body: { decision, notes, documentHashes } });
    return {
      ...person,
      read,
      review,
      outcome: (caseId: string, body: Outcome) => sendAs('POST', `/v1/attorney/cases/${caseId}/outcomes`, { body }),
      /** Approves all current documents. */
      async approve(caseId: string): Promise<ApiResponse> {
        return review(caseId, 'approve', hashesOf(await read(caseId)));
      },
    };
  }

  /** Creates a customer in live mode with a submitted case. */
  async function submitted(facts: CaseFacts = marylandFacts(), files: readonly File[] = []) {
    const account = await service.signUp();
    const customer = inLiveMode(service, account);
    const { id } = await customer.submitted(facts, files);
    return {
      customer,
      id,
      ref: { caseId: id, organizationId: account.organizationId, mode: 'live' } satisfies Ref,
    };
  }

  /** Creates a case under review that has only its summary. */
  async function summaryInReview(facts?: CaseFacts, files?: readonly File[]) {
    const given = await submitted(facts, files);
    await reaches(given.customer, given.id, /_review$/);
    return given;
  }

  /** Creates a case under review, with its summary and the stage's paper. */
  async function inReview(facts: CaseFacts = marylandFacts(), files?: readonly File[]) {
    const given = await summaryInReview(facts, files);
    expect((await attach(given.ref, facts.entryPoint)).result).toEqual({ ok: true });
    return given;
  }

  const operate: Operate = (ref, operation) => operateOn(stack, ref, operation);
  const attach = attachTo(stack, operate);

  return { attorney, submitted, summaryInReview, inReview, operate, attach };
}

/** Approves all current documents of a case. */
export async function approve(attorney: Person, id: string): Promise<Case> {
  const documentHashes = hashesOf(await attorney.read(id));
  return attorney.review(id, { decision: 'approve', notes: 'As discussed.', documentHashes });
}

function hashesOf({ documents }: Pick<Case, 'documents'>): string[] {
  return documents.map(({ contentHash }) => contentHash);
}

/** Waits until the state of the case matches, and returns the case. */
export async function reaches(customer: Pick<Customer, 'read'>, id: string, state: RegExp | string): Promise<Case> {
  const look = async () => {
    const now = await customer.read(id);
    expect(now.state).toMatch(state);
    return now;
  };
  return vi.waitFor(look, { timeout: 60_000, interval: 100 });
}

function attachTo(stack: TestStack, operate: Operate) {
  return async (
    ref: Ref,
    as: AttachmentKind,
    { filename = `${as}.pdf`, bytes = pdf(`${as} ${crypto.randomUUID()}`), replaces = [] as string[] } = {},
  ) => {
    const id = newId('document');
    const contentHash = await stack.blobs.put(ref.caseId, id, bytes);
    const document = { id, filename, contentHash, contentType: 'application/pdf', sizeBytes: bytes.length };
    const result = await operate(ref, { kind: 'attach', as, document, replaces });
    return { result, document };
  };
}
