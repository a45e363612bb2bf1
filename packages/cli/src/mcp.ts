import { addAbortSignal, type Readable } from 'node:stream';
import type { Send } from './credentials.ts';
import { failureOf } from './failures.ts';
import { json } from './terminal.ts';

/** Of one message, in UTF-16 code units. The server takes less. */
const longestLine = 4 * 1024 * 1024;

interface Message {
  jsonrpc?: string;
  id?: string | number;
  method?: string;
  result?: { protocolVersion?: string };
}

interface Bridge {
  /** Of MCP over streamable HTTP. */
  endpoint: string;
  send: Send;
  input: Readable;
  print: (line: string) => Promise<void>;
  signal: AbortSignal;
}

/**
 * Passes the messages of an assistant on standard input on to the server, and prints the answers, until the input ends.
 * The tools are the server's. What the server does not answer is answered with an error.
 */
export async function bridge({ endpoint, send, input, print, signal }: Bridge): Promise<void> {
  const running = new Set<Promise<void>>();
  const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json, text/event-stream' });
  for await (const line of linesOf(addAbortSignal(signal, input))) {
    const message = parsed(line);
    const passed = (message ? pass(line, message) : fail(null, -32700, 'Invalid JSON-RPC message.')).finally(() =>
      running.delete(passed),
    );
    running.add(passed);
    // The version that both agree upon goes with everything after it.
    if (message?.method === 'initialize') await passed;
  }
  await Promise.all(running);

  async function pass(line: string, { id, method }: Message): Promise<void> {
    try {
      const response = await send(
        new Request(endpoint, { method: 'POST', body: line, redirect: 'manual', headers, signal }),
      );
      const answer = parsed(await response.text());
      const version = method === 'initialize' ? answer?.result?.protocolVersion : undefined;
      if (version !== undefined) headers.set('mcp-protocol-version', version);
      if (answer?.jsonrpc === '2.0') return await print(json(answer));
      const isSignedOut = response.status === 401;
      await fail(
        id,
        -32000,
        isSignedOut ? 'You are not signed in. Run: eviction-case login' : `HTTP ${response.status}`,
      );
    } catch (error) {
      if (!signal.aborted) await fail(id, -32000, failureOf(error).message);
    }
  }

  /** A notification has no answer. */
  async function fail(id: string | number | null | undefined, code: number, message: string): Promise<void> {
    if (id !== undefined) await print(json({ jsonrpc: '2.0', id, error: { code, message } }));
  }
}

/**
 * The lines of a text in UTF-8. Only a line feed ends one: JSON may contain the other separators of lines. One that is
 * too long is cut off, and so is no JSON any more.
 */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let line = '';
  for await (const chunk of input) {
    const [end = '', ...next] = decoder.decode(chunk as Buffer, { stream: true }).split('\n');
    if (line.length < longestLine) line += end;
    for (const start of next) {
      yield line;
      line = start;
    }
  }
  line += decoder.decode();
  if (line !== '') yield line;
}

/** Null for a text that is no JSON object. */
function parsed(text: string): Message | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
