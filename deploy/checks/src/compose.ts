import { parse } from 'yaml';
import { readText } from './files.ts';

/** The checked fields of a service. */
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
  mem_limit?: string;
}

export interface Compose {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean; driver_opts?: Record<string, string> }>;
  volumes: Record<string, unknown>;
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
