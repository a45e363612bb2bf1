/** Moves the focus to the first field in the element with this selector, or to the element if it is a field. */
export function goTo(selector: string): void {
  const place = document.querySelector(selector);
  const field = place?.matches('select, input') ? place : place?.querySelector('select, input, button');
  if (!(field instanceof HTMLElement)) return;
  field.focus({ preventScroll: true });
  // Center the field, because otherwise the bar at the bottom of the page could cover it.
  field.scrollIntoView({ block: 'center' });
}
