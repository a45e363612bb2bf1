import { goTo } from '../shared/go-to.ts';

/** Moves the focus to the first unanswered question. */
export function goToQuestion(): void {
  goTo('[data-unanswered]');
}
