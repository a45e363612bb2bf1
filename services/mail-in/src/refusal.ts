/** An answer to a mail server. A code from 400 asks it to try again, one from 500 to tell the sender. */
export class Refusal extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, text: string) {
    super(text);
    this.responseCode = responseCode;
  }
}

/** For what is not the sender's fault. */
export const later = () => new Refusal(laterCode, '4.3.0 Try again later');

export const laterCode = 451;
