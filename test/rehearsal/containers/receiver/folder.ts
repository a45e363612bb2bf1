import { chmod, cp, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority, issueCertificate } from '@evict/local';

/**
 * Creates a folder for the service `receiver` of compose.yml, with its program and a certificate from its own
 * authority.
 */
export async function receiverFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'evict-receiver-'));
  await cp(new URL('receiver.mjs', import.meta.url), join(folder, 'receiver.mjs'));
  const authority = await createAuthority();
  const { key, cert } = await issueCertificate(authority, 'hooks.example.com');
  await writeFile(join(folder, 'ca.pem'), authority.cert);
  await writeFile(join(folder, 'certificate.pem'), cert);
  await writeFile(join(folder, 'key.pem'), key);
  // The container runs as another user, who has to read the folder.
  await chmod(folder, 0o755);
  return folder;
}
