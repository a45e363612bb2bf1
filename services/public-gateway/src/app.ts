import type { Gateway } from '@evict/http';
import type { Store } from '@evict/store';
import { createPasswords } from './passwords.ts';
import { authRoutes } from './routes/auth.ts';
import { docsRoutes } from './routes/docs.ts';
import { healthRoutes } from './routes/health.ts';
import { openApiRoutes } from './routes/openapi.ts';

/** Mounts the endpoints that need no credential, and the API reference. */
export async function mountPublicRoutes(gateway: Gateway, deps: { store: Store; liveMode: boolean }): Promise<void> {
  healthRoutes(gateway, deps);
  openApiRoutes(gateway);
  authRoutes(gateway, { ...deps, passwords: await createPasswords() });
  await docsRoutes(gateway);
}
