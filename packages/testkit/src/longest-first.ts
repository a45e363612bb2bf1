import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Small test files that take a minute or more. If they started last, they would run alone at the end. */
const longest = ['test/e2e/reliability/releases.test.ts'];

/** Orders test files by the duration of the last run, or else by size. The files in `longest` come first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification) => longest.some((name) => moduleId.endsWith(name));
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}
