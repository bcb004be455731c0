/** An error response of the control API. */
export class ControlError extends Error {
  readonly status: 400 | 401 | 404;

  constructor(status: 400 | 401 | 404, message: string) {
    super(message);
    this.name = 'ControlError';
    this.status = status;
  }
}
