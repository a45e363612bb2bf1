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
  /** The session of the owner who has signed up, and who confirms. */
  session: string;
  today: IsoDate;
}

/** The case of an agent. The agent leaves the attestations to a person. */
const agentCase: DemoCase = {
  ...leaseViolation,
  letter: 'f',
  title: 'By an agent over MCP: it prepares a lease violation; a person attests, and confirms the submit and the cure',
  facts: (today) => ({ ...leaseViolation.facts(today), attestations: {} }),
  uploads: () => [
    {
      filename: 'lease.pdf',
      purpose: 'other',
      contentBase64: onePagePdf(['LEASE', 'One pet, with written consent.']).toString('base64'),
    },
  ],
};

/** Plays a case as an agent whose key requires a person's confirmation, and as that person. */
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
      if (isError === true) throw new CannotStart(`The tool ${name} answered ${JSON.stringify(content)}`);
      return structuredContent as Answer;
    },
  };
}

/** What the agent does with a draft, in place of a customer's calls. */
function draftsOf(agent: Agent) {
  return {
    createCase: ({ body: { attestations: _askedLater, ...facts } }: Parameters<Client['createCase']>[0]) =>
      agent.call<Case>('create_case', { ...facts }),
    validateCase: ({ id }: { id: string }) => agent.call<GateResults>('validate_case', { caseId: id }),
    async uploadDocument({ id, body }: Parameters<Client['uploadDocument']>[0]): Promise<Document> {
      const { contentBase64, ...file } = body;
      const { url } = await agent.call<{ url: string }>('request_upload', { caseId: id, ...file });
      const sent = await fetch(url, { method: 'PUT', body: Buffer.from(contentBase64, 'base64') });
      if (!sent.ok) throw new CannotStart(`The upload was answered with ${sent.status}`);
      return (await sent.json()) as Document;
    },
  };
}

const tools = { submit: 'submit_case', advance: 'advance_case', 'report-cure': 'report_cure' } as const;

/**
 * Calls the tool of a step. Every tool except an advance needs a person, who confirms what the link shows. Then the
 * tool is called again.
 */
async function takeStep(agent: Agent, person: Client, { call }: SandboxStep, caseId: string): Promise<void> {
  const { url = '' } = await agent.call<{ url?: string }>(tools[call], { caseId });
  if (call === 'advance') return;
  const [, id] = /\/confirm\/([\w-]+)/.exec(url) ?? [];
  if (id === undefined) throw new CannotStart(`The tool ${tools[call]} did not ask for a person's confirmation.`);
  await person.confirmAction({ id, body: call === 'submit' ? { attestations } : {} });
  await agent.call(tools[call], { caseId });
}
