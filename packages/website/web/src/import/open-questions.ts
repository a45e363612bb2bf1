/** The sentences of the open questions. */
export function openQuestions(questions: readonly (readonly [isOpen: boolean, sentence: string])[]): string[] {
  return questions.flatMap(([isOpen, sentence]) => (isOpen ? [sentence] : []));
}
