import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** One environment variable. */
export interface Setting<T> {
  variable: string;
  /** Completes the sentence "PORT must be …". */
  mustBe: string;
  /** Returns undefined if the text is invalid. */
  parse: (text: string) => T | undefined;
  /** The default, parsed like any other value. A variable without a default is required. */
  fallback?: string;
  /** The value never appears in a message. */
  secret?: boolean;
  /** The setting weakens protection, so it is rejected if NODE_ENV is `production`. */
  neverInProduction?: boolean;
  /** An additional requirement if NODE_ENV is `production`. */
  inProduction?: { mustBe: string; holds: (value: string) => boolean };
}

const MS_PER_UNIT: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export function text(variable: string, fallback?: string): Setting<string> {
  return optional({ variable, mustBe: 'set', parse: (value) => value }, fallback);
}

/** A whole number in the given range, both bounds included. */
export function wholeNumber(variable: string, range: { min: number; max: number }, fallback?: string): Setting<number> {
  const parse = (value: string) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : NaN;
    return number >= range.min && number <= range.max ? number : undefined;
  };
  return optional({ variable, mustBe: `a whole number from ${range.min} to ${range.max}`, parse }, fallback);
}

/** A size such as `500MB` or `20GB`, in bytes. */
export function byteSize(variable: string, fallback?: string): Setting<number> {
  const parse = (value: string) => {
    const [, digits, unit] = /^(\d{1,6})(MB|GB)$/.exec(value) ?? [];
    return digits === undefined ? undefined : Number(digits) * 1024 ** (unit === 'GB' ? 3 : 2);
  };
  return optional({ variable, mustBe: 'a size such as 500MB or 20GB', parse }, fallback);
}

/** A TCP port; 0 means any free one. */
export function port(variable: string, fallback?: string): Setting<number> {
  return wholeNumber(variable, { min: 0, max: 65_535 }, fallback);
}

/** Comma-separated durations, in milliseconds. */
export function durations(variable: string, fallback: string): Setting<readonly number[]> {
  const { parse: parseOne } = duration(variable);
  const parse = (value: string) => {
    const parsed = value.split(',').map((part) => parseOne(part.trim()));
    return parsed.every((ms) => ms !== undefined) ? parsed : undefined;
  };
  return { variable, mustBe: 'lengths of time separated by commas, such as 1m,5m', parse, fallback };
}

export function onOff(variable: string, fallback?: string): Setting<boolean> {
  const parse = (value: string) => (value === 'on' ? true : value === 'off' ? false : undefined);
  return optional({ variable, mustBe: 'on or off', parse }, fallback);
}

/** A length of time such as `500ms`, `30s`, `1m`, `2h` or `1d`, in milliseconds. */
export function duration(variable: string, fallback?: string): Setting<number> {
  const parse = (value: string) => {
    const [, digits, unit] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(value) ?? [];
    const factor = unit === undefined ? undefined : MS_PER_UNIT[unit];
    return factor === undefined ? undefined : Number(digits) * factor;
  };
  return optional({ variable, mustBe: 'a length of time such as 30s, 1m or 2h', parse }, fallback);
}

export function oneOf<const T extends string>(variable: string, words: readonly T[], fallback?: T): Setting<T> {
  const parse = (value: string) => words.find((word) => word === value);
  return optional({ variable, mustBe: `one of ${words.join(', ')}`, parse }, fallback);
}

/** A URL with one of these protocols. */
export function url(variable: string, protocols: RegExp, mustBe: string): Setting<string> {
  const parse = (value: string) => (URL.canParse(value) && protocols.test(new URL(value).protocol) ? value : undefined);
  return { variable, mustBe, parse };
}

function requiredHttpUrl(variable: string, example: string): Setting<string> {
  return url(variable, /^https?:$/, `a URL like ${example}`);
}

/** An HTTP or HTTPS URL, or an empty string. */
export function httpUrl(variable: string, example: string): Setting<string> {
  const { parse, mustBe } = requiredHttpUrl(variable, example);
  const parseAny = (value: string) => (value === '' ? value : parse(value));
  return { variable, mustBe: `${mustBe}, or empty`, parse: parseAny, fallback: '' };
}

/** The host names under which a machine reaches itself. */
export const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** The origin of the website, as a browser sends it. Users sign in there, so it has to use TLS except on loopback. */
export function origin(variable: string): Setting<string> {
  const parse = (value: string) => {
    if (!/^https?:/.test(value) || !URL.canParse(value)) return undefined;
    const { origin: own, protocol, hostname } = new URL(value);
    return own === value && (protocol === 'https:' || loopbackHosts.includes(hostname)) ? value : undefined;
  };
  const mustBe =
    'an origin like https://www.example.com, without a path, and with http only on localhost, ' +
    'because browsers keep the session cookie only over https';
  return { variable, mustBe, parse };
}

/** The URL of a PostgreSQL database. It contains a password and never appears in a message. */
export function databaseUrl(variable: string): Setting<string> {
  const mustBe = 'a URL like postgresql://user:password@host:5432/database';
  return { ...url(variable, /^postgres(ql)?:$/, mustBe), secret: true, inProduction: overTls };
}

/** Requires TLS except on loopback. A URL can opt out explicitly with `sslmode`. */
const overTls = {
  mustBe: 'a URL with sslmode=verify-full, or with another sslmode if that is intended',
  holds(address: string) {
    const { hostname, searchParams } = new URL(address);
    return searchParams.has('sslmode') || ['', ...loopbackHosts].includes(hostname);
  },
};

/** The keys from which all others are derived, newest first. They never appear in a message. */
export function secretKeys(variable: string): Setting<readonly string[]> {
  const parse = (value: string) => {
    const keys = value.split(/, */);
    return keys.every((key) => key.length >= 32) ? keys : undefined;
  };
  const mustBe = 'a random string of at least 32 characters, or several of them separated by commas';
  return { variable, mustBe, parse, secret: true };
}

/** A string setting that must match a pattern. */
export function matching(variable: string, pattern: RegExp, mustBe: string): Setting<string> {
  return { variable, mustBe, parse: (value) => (pattern.test(value) ? value : undefined) };
}

/** The path of a folder that contains this file. Empty by default. */
export function folderWith(variable: string, file: string): Setting<string> {
  const parse = (value: string) => (value === '' || existsSync(join(value, file)) ? value : undefined);
  return optional({ variable, mustBe: `a folder that contains ${file}`, parse }, '');
}

function optional<T>(setting: Setting<T>, fallback: string | undefined): Setting<T> {
  return fallback === undefined ? setting : { ...setting, fallback };
}
