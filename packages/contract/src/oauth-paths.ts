/** What apps find by the metadata of RFC 8414 and RFC 9728: paths under WEBSITE_ORIGIN, outside of the interface. */
export const oauthPaths = {
  /** The resources that a token is for: agents, and the interface. */
  mcp: '/mcp',
  api: '/v1',
  /** Of `/mcp`; before the path of a resource, of that one. */
  resourceMetadata: '/.well-known/oauth-protected-resource',
  authorize: '/oauth/authorize',
  device: '/oauth/device',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  token: '/oauth/token',
  guide: '/docs/guides/agents',
} as const;
