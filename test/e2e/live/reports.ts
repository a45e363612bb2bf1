import { expect } from 'vitest';
import { day } from '../support/facts.ts';
import { pdf } from '../support/grounds.ts';
import type { Attorney } from '../support/live-case.ts';

export type Body = Record<string, unknown>;
type Ref = { id: string };

export const citation = 'Md. Code, Real Prop. § 8-401';

/** Operator commands. */
export const sentOut = {
  kind: 'record_service',
  status: 'pending',
  method: 'personal',
  date: null,
  expires: null,
} as const;
export const served = { ...sentOut, status: 'served', date: day(0) } as const;
export const servedNotice = { ...served, stage: 'notice', expires: day(9), citation } as const;
export const filing = { kind: 'record_filing' } as const;

/**
 * Sends an attorney's reports over REST. `report` returns the response, `accepted` the case after a report that must
 * succeed, and `attach` the hash of the attached paper.
 */
export function reportsOf({ send }: Pick<Attorney, 'send'>) {
  const report = ({ id }: Ref, path: string, body?: Body, method = 'POST') =>
    send(method, `/v1/attorney/cases/${id}/${path}`, { body });

  async function accepted(given: Ref, path: string, body?: Body, method = 'POST') {
    const response = await report(given, path, body, method);
    expect([response.status, response.body.error]).toEqual([200, undefined]);
    return response.body;
  }

  async function attach(given: Ref, kind: 'notice' | 'filing'): Promise<string> {
    const contentBase64 = pdf(`${kind} ${crypto.randomUUID()}`).toString('base64');
    const { status, body } = await report(given, 'documents', { kind, filename: `${kind}.pdf`, contentBase64 });
    expect(status).toBe(201);
    return body.contentHash;
  }

  return { report, accepted, attach };
}

/** Selects the emails that tell a customer about a correction. */
export function correctionsOf(caseId: string) {
  return { kind: 'report_corrected', payload: { path: ['caseId'], equals: caseId } };
}
