import type { Case, Client, Document, GateResults } from '@evict/client';
import { createClient } from '@evict/client';
import type { IsoDate } from '@evict/jurisdictions';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CannotStart } from '../cannot-start.ts';
import type { DemoCase, Ended, SandboxStep } from './demo-case.ts';
import { attestations } from './facts.ts';
import { onePagePdf } from './pdf.ts';
import { type Observer, runCase } from './run-case.ts';
import { leaseViolation } from './sandbox-cases.ts';

export interface AgentDemo {
  baseUrl: string;
  /** The session token of the owner, who confirms the agent's actions. */
  session: string;
  today: IsoDate;
}

/** The case that the agent prepares. It leaves out the attestations, which only a person may make. */
const agentCase: DemoCase = {
  ...leaseViolation,
  letter: 'f',
  title: 'Lease violation, prepared by an agent over MCP: a person attests, and confirms the submission and the cure',
  facts: (today) => ({ ...leaseViolation.facts(today), attestations: {} }),
  uploads: () => [
    {
      filename: 'lease.pdf',
      purpose: 'other',
      contentBase64: onePagePdf(['LEASE', 'One pet, with written consent.']).toString('base64'),
    },
  ],
};

/** Plays a case both as an agent whose API key requires confirmations, and as the person who confirms. */
export async function runAgentCase(
  { baseUrl, session, today }: AgentDemo,
  observerOf: (demoCase: { letter: string; title: string }) => Observer,
): Promise<Ended> {
  const person = createClient({ baseUrl, credential: session, serviceMode: 'test' });
  const { secret } = await person.createApiKey({ body: { name: 'Agent of the demo', confirm: 'required' } });
  const agent = await connect(baseUrl, secret);
  try {
    return await runCase(
      {
        demoCase: agentCase,
        client: { ...createClient({ baseUrl, credential: secret }), ...draftsOf(agent) },
        today,
        take: (step, id) => takeStep(agent, person, step, id),
      },
      observerOf(agentCase),
    );
  } finally {
    await agent.close();
  }
}

type Agent = Awaited<ReturnType<typeof connect>>;

async function connect(baseUrl: string, key: string) {
  const client = new McpClient({ name: 'demo', version: '0.1.0' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', baseUrl), { requestInit }));
  return {
    close: () => client.close(),
    async call<Answer>(name: string, given: Record<string, unknown>): Promise<Answer> {
      const { isError, content, structuredContent } = await client.callTool({ name, arguments: given });
      if (isError === true) throw new CannotStart(`The tool ${name} failed: ${JSON.stringify(content)}`);
      return structuredContent as Answer;
    },
  };
}

/** Returns functions that replace the client's methods for drafts, and call the agent's tools instead. */
function draftsOf(agent: Agent) {
  return {
    createCase: ({ body: { attestations: _askedLater, ...facts } }: Parameters<Client['createCase']>[0]) =>
      agent.call<Case>('create_case', { ...facts }),
    validateCase: ({ id }: { id: string }) => agent.call<GateResults>('validate_case', { caseId: id }),
    async uploadDocument({ id, body }: Parameters<Client['uploadDocument']>[0]): Promise<Document> {
      const { contentBase64, ...file } = body;
      const { url } = await agent.call<{ url: string }>('request_upload', { caseId: id, ...file });
      const sent = await fetch(url, { method: 'PUT', body: Buffer.from(contentBase64, 'base64') });
      if (!sent.ok) throw new CannotStart(`The upload failed with status ${sent.status}.`);
      return (await sent.json()) as Document;
    },
  };
}

const tools = { submit: 'submit_case', advance: 'advance_case', 'report-cure': 'report_cure' } as const;

/**
 * Takes a step by calling its tool. Every tool except `advance_case` first returns a link to a page on which a person
 * has to confirm. Then the tool is called again.
 */
async function takeStep(agent: Agent, person: Client, { call }: SandboxStep, caseId: string): Promise<void> {
  const { url = '' } = await agent.call<{ url?: string }>(tools[call], { caseId });
  if (call === 'advance') return;
  const [, id] = /\/confirm\/([\w-]+)/.exec(url) ?? [];
  if (id === undefined) throw new CannotStart(`The tool ${tools[call]} did not ask for a person's confirmation.`);
  await person.confirmAction({ id, body: call === 'submit' ? { attestations } : {} });
  await agent.call(tools[call], { caseId });
}
