import type { Cause } from './cause.ts';
import { ofProcesses } from './processes.ts';
import { ofServers } from './servers.ts';
import { ofTenants } from './tenants.ts';

export type { Cause } from './cause.ts';

export const causes: readonly Cause[] = [...ofProcesses, ...ofServers, ...ofTenants];
