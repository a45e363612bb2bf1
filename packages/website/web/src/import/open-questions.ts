/** Returns the sentences of the questions that aren't answered yet. */
export function openQuestions(questions: readonly (readonly [isOpen: boolean, sentence: string])[]): string[] {
  return questions.flatMap(([isOpen, sentence]) => (isOpen ? [sentence] : []));
}
