import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Environment } from './files.ts';

/** Where a command writes: data to standard output, everything else to standard error. */
export interface Terminal {
  /** Resolves once the output can take more, so a slow reader slows down the command. */
  print: (text: string) => Promise<void>;
  tell: (text: string) => void;
  /** Shows a spinner with this label until `work` settles, if standard error is a terminal. */
  busy: <T>(what: string, work: Promise<T>) => Promise<T>;
  bold: (text: string) => string;
}

export function openTerminal({ stdout, stderr }: NodeJS.Process, env: Environment): Terminal {
  const isColored = stdout.isTTY && !env['NO_COLOR'];
  return {
    async print(text) {
      if (!stdout.write(`${text}\n`)) await once(stdout, 'drain');
    },
    tell: (text) => void stderr.write(`${text.split('\n').map(harmless).join('\n')}\n`),
    bold: (text) => (isColored ? `\x1b[1m${text}\x1b[22m` : text),
    async busy(what, work) {
      if (!stderr.isTTY) return work;
      let turn = 0;
      const spin = setInterval(() => stderr.write(`\r${'|/-\\'[(turn += 1) % 4]} ${what}`), 120);
      return work.finally(() => {
        clearInterval(spin);
        if (turn > 0) stderr.write('\r\x1b[K');
      });
    },
  };
}

/** Characters that control a terminal, or that change the order in which a line is read. */
const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Makes somebody else's text safe to print on one line of a terminal. */
export function harmless(text: string): string {
  return text.replace(controls, ' ');
}

/** Formats a value as one line of JSON. Unsafe characters are escaped, which doesn't change the value. */
export function json(value: unknown): string {
  const escaped = (text: string) => `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(controls, (found) => found.split('').map(escaped).join(''));
}

type Cell = string | number | boolean | null | undefined;

/** Formats rows in columns, each as wide as its widest cell. Without rows it returns only the heading. */
export function table(heading: readonly string[], rows: readonly (readonly Cell[])[], bold = (text: string) => text) {
  const cells = rows.map((row) => row.map((cell) => shortened(harmless(String(cell ?? '-')))));
  const widths = heading.map((name, column) => Math.max(name.length, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [bold(line(heading)), ...cells.map(line)].join('\n');
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

/**
 * Opens a page in the user's browser, if there seems to be one. Failures are ignored, because the user sees whether it
 * worked.
 */
export function openPage(env: Environment, url: string): void {
  const hasDisplay = Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY']) || process.platform !== 'linux';
  const own: Record<string, string[]> = { darwin: ['open'], win32: ['rundll32', 'url.dll,FileProtocolHandler'] };
  const [program, ...args] = env['BROWSER']
    ? [env['BROWSER']]
    : hasDisplay
      ? (own[process.platform] ?? ['xdg-open'])
      : [];
  if (program === undefined || !/^https?:/u.test(url)) return;
  spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
