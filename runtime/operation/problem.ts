/**
 * An error response, named by its id in the specification.
 *
 * Its body has the constant fields of the specification, overridden by `fields`. A problem is never charged.
 */
export class Problem extends Error {
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    id: string,
    fields: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(id);
    this.name = 'Problem';
    this.id = id;
    this.fields = fields;
    this.headers = headers;
  }
}

/** Thrown by a handler that has to know its caller: a call that costs nothing is then asked for a signature after all. */
export class UnknownCaller extends Error {
  constructor() {
    super('The call has neither a payer nor an account.');
    this.name = 'UnknownCaller';
  }
}
