import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/**
 * Creates a process's logger, which writes JSON lines to standard output or another destination. Callers log ids,
 * codes, durations and states, but never a name, an address, a credential or the contents of a request.
 */
export function createLogger(service: string, level: string, destination?: DestinationStream): Logger {
  const options = { level, base: { service }, timestamp: pino.stdTimeFunctions.isoTime };
  return destination ? pino(options, destination) : pino(options);
}
