import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { nextAddress } from './api.ts';

/** A tool's response. */
export interface ToolAnswer {
  isError: boolean;
  /** The text that the model reads. */
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

/** Connects an agent with an API key, using the client of the MCP SDK. */
export async function connectAgent(baseUrl: string, key: string, path = '/mcp') {
  const client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': nextAddress() };
  const transport = new StreamableHTTPClientTransport(new URL(path, baseUrl), { requestInit: { headers } });
  await client.connect(transport);
  // After this call, the client checks each response against the schema of its tool.
  const { tools } = await client.listTools();
  return {
    client,
    tools,
    async call(name: string, given: Record<string, unknown> = {}): Promise<ToolAnswer> {
      const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: given });
      const texts = (content as { type: string; text: string }[]).map(({ text }) => text);
      return { isError: isError === true, text: texts.join('\n'), body: structuredContent };
    },
  };
}

/** Returns the id of the confirmation that a tool asks a person for. Throws if it asks for none. */
export function confirmationOf({ body }: ToolAnswer): string {
  const id = /\/confirm\/(cnf_[0-9a-f-]+)\?mode=(test|live)$/.exec(String(body?.url))?.[1];
  if (body?.status !== 'confirmation_required' || id === undefined)
    throw new Error(`no confirmation: ${JSON.stringify(body)}`);
  return id;
}
