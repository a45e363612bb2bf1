/**
 * What apps discover by the metadata of RFC 8414 and RFC 9728: paths under WEBSITE_ORIGIN, outside of the interface.
 */
export const oauthPaths = {
  /** The resources that a token can be for: agents, and the interface. */
  mcp: '/mcp',
  api: '/v1',
  /** The metadata of `/mcp`. With the path of a resource appended, that of the resource. */
  resourceMetadata: '/.well-known/oauth-protected-resource',
  authorize: '/oauth/authorize',
  device: '/oauth/device',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  token: '/oauth/token',
  guide: '/docs/guides/agents',
} as const;
