import type { ErrorCode, Issue } from '@evict/contract';
import { expect } from 'vitest';
import type { Answer } from './api.ts';

/** Expects a refusal of this status and code, and gives its details. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function expectRefusal(answering: Promise<Answer>, status: number, code: ErrorCode): Promise<any> {
  const { status: answered, body } = await answering;
  expect([answered, body?.error?.code]).toEqual([status, code]);
  return body.error.details;
}

/** Expects a 400 and gives its faults as `path code`, sorted. */
export async function expectIssues(answering: Promise<Answer>): Promise<string[]> {
  const { issues } = (await expectRefusal(answering, 400, 'invalid_request')) as { issues: Issue[] };
  return issues.map(({ path, code }) => `${path} ${code}`).sort();
}
