import { parse } from 'yaml';
import { readText } from './files.ts';

/** The checked fields of a service. */
export interface Service {
  image?: string;
  build?: { dockerfile: string };
  entrypoint?: string[];
  command?: string[];
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  networks?: string[];
  network_mode?: string;
  depends_on?: Record<string, { condition: string }>;
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  privileged?: boolean;
  security_opt?: string[];
  stop_grace_period?: string;
  mem_limit?: string;
}

export interface Compose {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean; driver_opts?: Record<string, string> }>;
}

/** A file as written: anchors are resolved, names of variables are not. */
export function readCompose(file = 'docker-compose.yml'): Compose {
  return parse(readText(file), { merge: true }) as Compose;
}

/** Every variable that the file takes from `.env`. */
export function variablesOf(compose: Compose): Set<string> {
  return new Set([...JSON.stringify(compose).matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name));
}

/**
 * Substitutes the values of variables, as compose does, inner ones first. Throws for a required variable without a value.
 */
export function interpolate<T>(value: T, env: Readonly<Record<string, string>>): T {
  const replace = (text: string) =>
    text.replace(innermost, (_, name: string, kind?: string, other = '') => {
      const given = JSON.stringify(env[name] ?? '').slice(1, -1);
      if (kind === ':+') return given === '' ? '' : other;
      if (given !== '') return given;
      if (kind === ':?') throw new Error(`${name} must be set ${other}`);
      return kind === ':-' ? other : '';
    });
  let text = JSON.stringify(value);
  for (let before = ''; text !== before;) [before, text] = [text, replace(text)];
  return JSON.parse(text) as T;
}

/** Only the forms that this file uses. */
const innermost = /\$\{(\w+)(?:(:-|:\?|:\+)([^${}]*))?\}/g;

const dockerfile = readText('deploy/images/Dockerfile');

/** The instructions of every stage of the image that have a name. */
export function instructionsOf(name: string, text = dockerfile): string[] {
  const joined = text.replace(/^\s*#.*\n/gm, '').replace(/\\\n\s*/g, '');
  return [...joined.matchAll(new RegExp(`^\\s*${name}\\s+(.*)$`, 'gm'))].map(([, rest = '']) => rest);
}

/** The environment that the last stage, the image, gives to a process. */
export function environmentOfImage(): Record<string, string> {
  const image = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  const pairs = instructionsOf('ENV', image).flatMap((text) => text.split(/\s+/));
  return Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s, 2)));
}

/** The variables that a process is given, and that neither it nor a library of it reads. */
export function unknownOf(given: readonly string[], reads: ReadonlySet<string>): string[] {
  const ofNode = ['MALLOC_MMAP_THRESHOLD_', 'NODE_ENV', 'NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS', 'UV_THREADPOOL_SIZE'];
  const ofS3 = reads.has('BLOB_STORE') ? /^AWS_(ACCESS_KEY_ID|SECRET_ACCESS_KEY)$/ : /^$/;
  const ofTraces = reads.has('OTEL_EXPORTER_OTLP_ENDPOINT') ? /^OTEL_/ : /^$/;
  return given.filter((name) => !reads.has(name) && !ofNode.includes(name) && !ofS3.test(name) && !ofTraces.test(name));
}
