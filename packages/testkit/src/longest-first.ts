import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that play a stack of their own for a minute and more, and keep both processors busy. */
const first = 'test/chaos/chaos.test.ts';
const second = 'test/isolation/isolation.test.ts';

/**
 * By size, or by what the last run took. Of the two that are longest, one begins and the other follows after a third of
 * the files: neither is alone at the end, and they do not take the machine from each other.
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
