/** Writes a CycloneDX SBOM that lists Node and the image's Debian packages: `node system-sbom.mjs <file>`. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const [file] = process.argv.slice(2);
const { ID, VERSION_CODENAME } = Object.fromEntries(
  readFileSync('/etc/os-release', 'utf8')
    .split('\n')
    .filter((line) => line.includes('='))
    .map((line) => line.replaceAll('"', '').split('=', 2)),
);
const format = '${Package} ${Version} ${Architecture}\n';
const packages = execFileSync('dpkg-query', ['--show', `--showformat=${format}`], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .map((line) => line.split(' '));
const components = [
  { type: 'platform', name: 'node', version: process.versions.node, purl: `pkg:generic/node@${process.versions.node}` },
  ...packages.map(([name, version, architecture]) => ({
    type: 'library',
    name,
    version,
    purl: `pkg:deb/${ID}/${name}@${encodeURIComponent(version)}?arch=${architecture}&distro=${VERSION_CODENAME}`,
    // Debian stores each package's license in this file.
    licenses: [{ license: { name: `/usr/share/doc/${name}/copyright` } }],
  })),
];
writeFileSync(file, JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components }, null, 2));
