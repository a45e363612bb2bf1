import type { ErrorCode, Issue } from '@evict/contract';
import { expect } from 'vitest';
import type { ApiResponse } from './api.ts';

/** Checks that the response is an error with this status and code, and returns its details. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function expectRefusal(responding: Promise<ApiResponse>, status: number, code: ErrorCode): Promise<any> {
  const { status: actual, body } = await responding;
  expect([actual, body?.error?.code]).toEqual([status, code]);
  return body.error.details;
}

/** Checks that the response is a 400, and returns its issues as `path code`, sorted. */
export async function expectIssues(responding: Promise<ApiResponse>): Promise<string[]> {
  const { issues } = (await expectRefusal(responding, 400, 'invalid_request')) as { issues: Issue[] };
  return issues.map(({ path, code }) => `${path} ${code}`).sort();
}
