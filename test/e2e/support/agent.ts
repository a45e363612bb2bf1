import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';
import { nextAddress } from './api.ts';
import type { Customer, Service } from './service.ts';

/** A tool's response. */
export interface ToolAnswer {
  isError: boolean;
  /** The text that the model reads. */
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

/** Checks of tool responses by their JSON schema. Compiling those of all tools takes half a second of CPU time. */
const compiled = new Map<string, ReturnType<jsonSchemaValidator['getValidator']>>();
const ajv = new AjvJsonSchemaValidator();
const compiledOnce: jsonSchemaValidator = {
  getValidator<T>(schema: Parameters<jsonSchemaValidator['getValidator']>[0]) {
    const key = JSON.stringify(schema);
    const check = compiled.get(key) ?? ajv.getValidator(schema);
    compiled.set(key, check);
    return check as ReturnType<typeof ajv.getValidator<T>>;
  },
};

/** Connects an agent with an API key, using the client of the MCP SDK. */
export async function connectAgent(baseUrl: string, key: string, path = '/mcp') {
  const client = new Client({ name: 'test', version: '1' }, { jsonSchemaValidator: compiledOnce });
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

/** Creates an agent's key, as the organization's owner, and connects an agent with it. */
export async function newAgent(
  { stack, actingAs }: Pick<Service, 'stack' | 'actingAs'>,
  { session }: { session: Pick<Customer, 'send'> },
  confirm?: 'required' | 'never',
  mode = 'test',
) {
  const body = { name: 'Assistant', ...(confirm && { confirm }) };
  const made = (await session.send('POST', '/v1/api-keys', { headers: { 'x-service-mode': mode }, body })).body;
  const agent = await connectAgent(stack.baseUrl, made.secret);
  return { ...agent, key: actingAs(made.secret), keyId: made.id as string };
}

/** Returns the id of the confirmation that a tool asks a person for. Throws if it asks for none. */
export function confirmationOf({ body }: ToolAnswer): string {
  const id = /\/confirm\/(cnf_[0-9a-f-]+)\?mode=(test|live)$/.exec(String(body?.url))?.[1];
  if (body?.status !== 'confirmation_required' || id === undefined)
    throw new Error(`no confirmation: ${JSON.stringify(body)}`);
  return id;
}
