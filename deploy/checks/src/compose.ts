import { parse } from 'yaml';
import { readText } from './files.ts';

/** What the checks look at of a service. */
export interface Service {
  image?: string;
  build?: { dockerfile: string };
  entrypoint?: string[];
  command?: string[];
  environment?: Record<string, string>;
  env_file?: unknown;
  profiles?: string[];
  ports?: string[];
  volumes?: string[];
  networks?: string[];
  network_mode?: string;
  depends_on?: Record<string, { condition: string }>;
  restart?: string;
  healthcheck?: { disable?: boolean };
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  privileged?: boolean;
  security_opt?: string[];
  stop_grace_period?: string;
}

export interface Compose {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean }>;
  volumes: Record<string, unknown>;
}

/** The file as it stands: anchors resolved, the names of variables still in it. */
export function readCompose(): Compose {
  return parse(readText('docker-compose.yml'), { merge: true }) as Compose;
}

/** Every variable that the file takes from `.env`. */
export function variablesOf(compose: Compose): Set<string> {
  return new Set([...JSON.stringify(compose).matchAll(variable)].map(([, name = '']) => name));
}

/** Puts the values of variables in, as compose does. Throws where one has no value and must have one. */
export function interpolate<T>(value: T, env: Readonly<Record<string, string>>): T {
  const text = JSON.stringify(value).replace(variable, (_, name: string, kind?: string, other = '') => {
    const given = env[name] ?? '';
    if (given !== '') return JSON.stringify(given).slice(1, -1);
    if (kind === ':?') throw new Error(`${name} must be set ${other}`);
    return kind === ':-' ? other : '';
  });
  return JSON.parse(text) as T;
}

/** Of the forms that compose knows, those that this file uses. */
const variable = /\$\{(\w+)(?:(:-|:\?)([^}]*))?\}/g;
