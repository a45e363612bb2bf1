import { type ApiResponse, send } from '../../../e2e/support/api.ts';
import { buildFacts } from '../../../e2e/support/facts.ts';
import { marylandFacts } from '../../../e2e/support/live.ts';
import { newOrganization, type Organization, type Sender } from '../../../chaos/driver/world.ts';
import type { Deployment } from '../../deployment.ts';

/** A new organization; its events are sent to these addresses. */
export function customer(world: Deployment, urls: string[] = []): Promise<Organization> {
  return newOrganization(world, { urls });
}

export function call(world: Deployment, sender: Sender, path: string, body?: unknown): Promise<ApiResponse> {
  const method = path.startsWith('GET ') ? 'GET' : 'POST';
  const more = { ...sender, ...(body !== undefined && { body }) };
  return send(world.api, method, path.replace('GET ', ''), more);
}

/** A test case under review. */
export async function submittedCase(world: Deployment, { test }: Organization): Promise<string> {
  return submitted(world, test, buildFacts());
}

export async function submittedLiveCase(world: Deployment, { live }: Organization): Promise<string> {
  return submitted(world, live, marylandFacts());
}

async function submitted(world: Deployment, sender: Sender, facts: object): Promise<string> {
  const created = await call(world, sender, '/v1/cases', facts);
  const id = created.body?.id as string;
  const { status, body } = await call(world, sender, `/v1/cases/${id}/submit`);
  if (status !== 200) throw new Error(`no case: ${status} ${JSON.stringify(body)}`);
  return id;
}

export const advance = (world: Deployment, { test }: Organization, id: string) =>
  call(world, test, `/v1/cases/${id}/advance`);
