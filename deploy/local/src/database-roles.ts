import { applyRoles, makeLogins, type Process, processes } from '@evict/store/roles';

/** Creates the roles of the processes, and for each a login with the process's name and this password. */
export async function prepareRoles(url: string, password: string): Promise<void> {
  await applyRoles(url);
  await makeLogins(url, Object.fromEntries(processes.map((process) => [process, { user: process, password }])));
}

/**
 * The URL with which one process connects to a local database under its own role. `url` is that of the database's
 * owner.
 */
export function urlAs(process: Process, url: string): string {
  const address = new URL(url);
  address.username = process;
  return address.href;
}
