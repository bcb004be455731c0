/** A control call that is answered with an error sentence. */
export class Refusal extends Error {
  readonly status: 400 | 401 | 404;

  constructor(status: 400 | 401 | 404, message: string) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
  }
}
