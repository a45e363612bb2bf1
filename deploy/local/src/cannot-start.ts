/** The stack cannot start for a reason that its user can fix; the message says how. */
export class CannotStart extends Error {
  override readonly name: string = 'CannotStart';
}
