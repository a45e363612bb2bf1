import type { Setting } from './settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;
type Settings = Readonly<Record<string, Setting<unknown>>>;
export type Config<S extends Settings> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

/** Thrown if the environment is invalid. The message lists each fault on its own line. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`Invalid environment variables:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/**
 * Reads settings from an environment. An empty variable counts as unset. Throws a ConfigError that lists every fault.
 */
export function readConfig<S extends Settings>(env: Environment, settings: S): Config<S> {
  const faults: string[] = [];
  const entries = Object.entries(settings).map(([key, setting]) => [key, readOne(env, setting, faults)]);
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.fromEntries(entries) as Config<S>;
}

/** Like `readConfig`, for the start of a process: prints the faults and exits with code 2. */
export function readConfigOrExit<S extends Settings>(env: Environment, settings: S): Config<S> {
  try {
    return readConfig(env, settings);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    return process.exit(2);
  }
}

function readOne(env: Environment, setting: Setting<unknown>, faults: string[]): unknown {
  const given = env[setting.variable] || undefined;
  const text = given ?? setting.fallback;
  if (given !== undefined && setting.neverInProduction && env['NODE_ENV'] === 'production') {
    faults.push(`${setting.variable} must not be set if NODE_ENV is production`);
    return undefined;
  }
  const value = text === undefined ? undefined : setting.parse(text);
  if (value !== undefined && text !== undefined && env['NODE_ENV'] === 'production') {
    const { holds = () => true, mustBe = '' } = setting.inProduction ?? {};
    if (!holds(text)) faults.push(`${setting.variable} must be ${mustBe}, because NODE_ENV is production`);
  }
  if (value !== undefined) return value;
  const found = given === undefined ? 'it is not set' : setting.secret ? 'it is not' : `not ${JSON.stringify(given)}`;
  faults.push(`${setting.variable} must be ${setting.mustBe}; ${found}`);
  return undefined;
}
