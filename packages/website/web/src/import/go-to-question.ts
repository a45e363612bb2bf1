/** Moves the focus to the first unanswered question. */
export function goToQuestion(): void {
  const question = document.querySelector('[data-unanswered]');
  const field = question?.matches('select') ? question : question?.querySelector('select, input, button');
  if (!(field instanceof HTMLElement)) return;
  field.focus({ preventScroll: true });
  // Otherwise the page's footer could cover it.
  field.scrollIntoView({ block: 'center' });
}
