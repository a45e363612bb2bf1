/** Thrown if the stack can't start for a reason that the user can fix. The message says how. */
export class CannotStart extends Error {
  override readonly name: string = 'CannotStart';
}
