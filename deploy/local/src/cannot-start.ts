/** The stack cannot start for a reason that its user can do something about; the message says what. */
export class CannotStart extends Error {
  override readonly name: string = 'CannotStart';
}
