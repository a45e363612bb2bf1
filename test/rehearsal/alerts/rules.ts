import { parse, stringify } from 'yaml';

export interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
}

interface RuleFile {
  groups: { name: string; rules: Rule[] }[];
}

const seconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
const duration = /\b(\d+)([smhd])\b/g;

export function rulesOf(text: string): Rule[] {
  return (parse(text) as RuleFile).groups.flatMap(({ rules }) => rules);
}

/**
 * The same rules in less time: every `for` and every range of an expression is divided by the factor of its alert.
 * Thresholds stay.
 */
export function shortenRules(text: string, factorOf: (alert: string) => number): string {
  const file = parse(text) as RuleFile;
  for (const rule of file.groups.flatMap(({ rules }) => rules)) {
    const factor = factorOf(rule.alert);
    rule.expr = rule.expr.replace(/\[([^\]]+)\]/g, (_, range: string) => `[${shorten(range, factor)}]`);
    if (rule.for !== undefined) rule.for = shorten(rule.for, factor);
  }
  return stringify(file);
}

/** The same for every duration in a text, such as `5m`. */
export function shorten(text: string, factor: number): string {
  return text.replace(duration, (_, count: string, unit: string) => {
    return `${Math.max(1, Math.round((Number(count) * 1000 * (seconds[unit] ?? 1)) / factor))}ms`;
  });
}
