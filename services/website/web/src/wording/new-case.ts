export const newCaseWords = {
  title: 'New case',
  sample: 'Create a sample case',
  sampleHelp: 'A test case about unpaid rent in the fictional state ZZ, with every fact filled in.',
} as const;
