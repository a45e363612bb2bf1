import type { CaseProcesses } from '@evict/temporal';

/** The same, with some methods of a test's own. */
export function withMethods(processes: CaseProcesses, own: Partial<CaseProcesses>): CaseProcesses {
  return new Proxy(processes, {
    get(target, name: keyof CaseProcesses) {
      const method = own[name] ?? target[name];
      return typeof method === 'function' ? (method.bind(target) as unknown) : method;
    },
  });
}
