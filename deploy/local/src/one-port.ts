import type { Gateway } from '@evict/http';
import { listen, type Listening } from '@evict/http/listen';
import { createWebsite, type WebsiteSettings } from '@evict/website/app';
import { openPages } from '@evict/website/pages';

export interface OnePortSettings extends Omit<WebsiteSettings, 'gateways' | 'pages'> {
  /** The folder of the built pages. */
  websitePages: string;
}

/**
 * Serves the website and the gateways on one port, as the reverse proxy of a deployment does. The website reaches the
 * gateways within this process, over connections attributed to the visitor.
 */
export async function listenOnOnePort(
  gateway: Pick<Gateway, 'handle'>,
  { websitePages, ...settings }: OnePortSettings,
  address: { port: number; host: string },
): Promise<Listening> {
  const within = (clientAddress: string) => server.connect(clientAddress);
  const website = createWebsite({
    ...settings,
    gateways: { public: within, customer: within, attorney: within },
    pages: await openPages(websitePages),
  });
  const server = await listen((req, res) => {
    const isOfGateways = /^\/+(v1|docs|states|oauth|mcp|llms(?:-full)?\.txt|\.well-known\/oauth-[a-z-]+)([/?]|$)/i.test(
      req.url ?? '',
    );
    const { handle } = isOfGateways ? gateway : website;
    handle(req, res);
  }, address);
  return server;
}
