import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that run a stack of their own for a minute or more, and keep both processors busy. */
const first = 'test/rehearsal/chaos/chaos.test.ts';
const second = 'test/rehearsal/isolation/isolation.test.ts';

/**
 * Orders files by size, or by the duration of the last run. Of the two longest, one starts first and the other after a
 * third of the files, so that neither runs alone at the end and they do not compete.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const named = (name: string) => sorted.filter(({ moduleId }) => moduleId.endsWith(name));
    const others = sorted.filter(({ moduleId }) => !moduleId.endsWith(first) && !moduleId.endsWith(second));
    const third = Math.floor(others.length / 3);
    return [...named(first), ...others.slice(0, third), ...named(second), ...others.slice(third)];
  }
}
