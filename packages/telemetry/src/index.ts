import { type Logger, pino } from 'pino';

export type { Logger };

/**
 * The log of one process, as JSON lines on standard output. Callers log ids, codes, durations and states;
 * never a name, an address, a credential or the text of a request.
 */
export function createLogger(service: string, level: string): Logger {
  return pino({ level, base: { service }, timestamp: pino.stdTimeFunctions.isoTime });
}
