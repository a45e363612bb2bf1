import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short files that play a stack of their own for a minute and more. */
const longest = ['test/chaos/chaos.test.ts', 'test/isolation/isolation.test.ts'];

/** By size, or by what the last run took; but first those of which one would be alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => longest.some((file) => moduleId.endsWith(file));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}
