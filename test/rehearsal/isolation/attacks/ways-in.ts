import { randomBytes } from 'node:crypto';
import { oauthPaths } from '@evict/contract';
import { again, json, over, request as requestOf } from '../../support/requests.ts';
import { newAddress, pdfOf, toolCall, toolHeaders, unknownKey } from '../messages.ts';
import type { Attacks } from './attack.ts';

const MiB = 1024 * 1024;
const hex = (bytes: number) => randomBytes(bytes).toString('hex');

const headers = toolHeaders;

/** Attacks through files, agents and apps. */
export const waysIn: Attacks = {
  '16 uploads of 10 MB to the inbox at once': async ({ request, live }) => {
    const body = json({ filename: 'large.pdf', contentBase64: pdfOf(10 * MiB).toString('base64') });
    return again(16, ...[{}, { sender: live }].map((sent) => request('POST', '/v1/intake/files', { body, ...sent })));
  },
  'calls of an agent from 100 connections': async ({ createDrafts, request }) => {
    const [caseId] = await createDrafts(100);
    const calls = [toolCall('list_cases', { limit: 100 }), toolCall('get_case', { caseId })];
    return again(100, ...calls.map((body) => request('POST', oauthPaths.mcp, { body, headers })));
  },
  'calls of agents with unknown keys': async () => {
    const body = toolCall('list_cases', {});
    const next = () =>
      requestOf({ address: newAddress(), credential: unknownKey() }, 'POST', oauthPaths.mcp, {
        body,
        headers,
      });
    return [{ connections: 100, next }];
  },
  'the largest messages of an agent': async ({ request }) => {
    // A string may have up to 256 KiB.
    const text = 'x'.repeat(255 * 1024);
    const given = { freeText: text, reference: text, ground: text, entryPoint: text };
    const body = toolCall('create_case', given);
    return again(32, request('POST', oauthPaths.mcp, { body, headers }));
  },
  'apps that register and ask, each from another address': async ({ registerApp }) => {
    const redirect = 'https://app.example.com/callback';
    const app = { client_name: 'A', redirect_uris: Array.from({ length: 10 }, (_, index) => `${redirect}${index}`) };
    const asked = {
      client_id: await registerApp(app),
      response_type: 'code',
      redirect_uri: `${redirect}0`,
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      state: 'x'.repeat(1024),
    };
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const device = Buffer.from('client_id=eviction-case-cli&scope=read');
    const token = Buffer.from(`grant_type=refresh_token&client_id=${asked.client_id}&refresh_token=${hex(24)}`);
    const next = over([
      () => requestOf({ address: newAddress() }, 'POST', oauthPaths.register, { body: json(app) }),
      () =>
        requestOf({ address: newAddress() }, 'GET', `${oauthPaths.authorize}?${String(new URLSearchParams(asked))}`),
      () => requestOf({ address: newAddress() }, 'POST', oauthPaths.device, { body: device, headers: form }),
      () => requestOf({ address: newAddress() }, 'POST', oauthPaths.token, { body: token, headers: form }),
    ]);
    return [{ connections: 60, next: () => next()() }];
  },
};
