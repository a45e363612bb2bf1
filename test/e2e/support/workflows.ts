import type { CaseWorkflows } from '@evict/temporal';

/** Returns the same workflows, with some methods replaced by those of the test. */
export function withMethods(workflows: CaseWorkflows, own: Partial<CaseWorkflows>): CaseWorkflows {
  return new Proxy(workflows, {
    get(target, name: keyof CaseWorkflows) {
      const method = own[name] ?? target[name];
      return typeof method === 'function' ? (method.bind(target) as unknown) : method;
    },
  });
}
