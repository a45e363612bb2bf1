import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAuthority, type KeyAndCertificate } from '../certificates.ts';

/**
 * Returns the stack's own certificate authority for webhook receivers on this machine. It is stored in the data folder,
 * and created if there is none.
 */
export async function keptAuthority(dataDir: string): Promise<KeyAndCertificate> {
  const file = join(dataDir, 'webhook-authority.json');
  if (!existsSync(file)) {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(file, JSON.stringify(await createAuthority()), { mode: 0o600 });
  }
  return JSON.parse(await readFile(file, 'utf8')) as KeyAndCertificate;
}

/**
 * Writes a file for NODE_EXTRA_CA_CERTS with the stack's own authority and the ones in the file `alreadyTrusted`.
 * Returns its path.
 */
export async function trustedAuthorities(dataDir: string, alreadyTrusted: string | undefined): Promise<string> {
  const { cert } = await keptAuthority(dataDir);
  const others = alreadyTrusted ? await readFile(alreadyTrusted, 'utf8') : '';
  const file = join(dataDir, 'webhook-authorities.pem');
  await writeFile(file, [others, cert].join('\n'));
  return file;
}
