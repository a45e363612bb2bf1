/**
 * Paths under WEBSITE_ORIGIN that apps discover through OAuth metadata (RFC 8414 and RFC 9728). They aren't operations
 * of the API.
 */
export const oauthPaths = {
  /** The resources that a token can be for: the MCP server, and the API. */
  mcp: '/mcp',
  api: '/v1',
  /** The metadata of `/mcp`. The metadata of a given resource is at this path followed by the resource's path. */
  resourceMetadata: '/.well-known/oauth-protected-resource',
  authorize: '/oauth/authorize',
  device: '/oauth/device',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  token: '/oauth/token',
  guide: '/docs/guides/agents',
} as const;
