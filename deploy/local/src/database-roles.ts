import { applyRoles, makeLogins, type Process, processes } from '@evict/store/roles';

/** Creates a role and a login for each process. Each login has the name of its process and the given password. */
export async function prepareRoles(url: string, password: string): Promise<void> {
  await applyRoles(url);
  await makeLogins(url, Object.fromEntries(processes.map((process) => [process, { user: process, password }])));
}

/**
 * Returns the URL with which a process connects to a local database under its own role. `url` is the owner's URL, and
 * all logins have the same password.
 */
export function urlAs(process: Process, url: string): string {
  const address = new URL(url);
  address.username = process;
  return address.href;
}
