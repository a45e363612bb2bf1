import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { type Agent, callTool } from './call-tool.ts';
import { casePage, casePageUri } from './case-page.ts';
import { guide, nonpaymentPrompt, overview } from './guide.ts';
import { listedTools } from './tool-schemas.ts';

const guideUri = 'guide://agents';
const plain = 'text/plain';
const prompt = { name: 'begin_nonpayment_case', title: 'Begin a nonpayment case' };

/** Shared by all servers, because creating one takes milliseconds. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** Creates the MCP server that answers one message. It keeps no state for the next one. */
export function createMcpServer(agent: Agent): Server {
  const server = new Server(
    { name: 'eviction-case-service', version: '0.1.0' },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: overview, jsonSchemaValidator },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...listedTools] }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: given = {} } }) => {
    const result = await callTool(agent, name, given);
    if (!result) throw new McpError(ErrorCode.InvalidParams, 'There is no such tool.');
    return result;
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: [{ uri: guideUri, name: 'guide', title: 'Guide for agents', mimeType: plain }],
  }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [
      { uriTemplate: 'case://{caseId}', name: 'case', title: 'A case as a page of text', mimeType: plain },
    ],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const [, id] = casePageUri.exec(uri) ?? [];
    if (id === undefined && uri !== guideUri) throw new McpError(ErrorCode.InvalidParams, 'There is no such resource.');
    const text = id === undefined ? guide : await casePage(agent, id);
    return { contents: [{ uri, mimeType: plain, text }] };
  });
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: [{ ...prompt, description: 'Asks for the facts, and prepares a draft that a person confirms.' }],
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params: { name } }) => {
    if (name !== prompt.name) throw new McpError(ErrorCode.InvalidParams, 'There is no such prompt.');
    return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text: nonpaymentPrompt } }] };
  });
  return server;
}
