/** Moves the focus to the first question that nobody has answered yet. */
export function goToQuestion(): void {
  const question = document.querySelector('[data-unanswered]');
  const field = question?.matches('select') ? question : question?.querySelector('select, input, button');
  if (!(field instanceof HTMLElement)) return;
  field.focus({ preventScroll: true });
  // Otherwise the foot of the page could be over it.
  field.scrollIntoView({ block: 'center' });
}
