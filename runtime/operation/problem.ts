/**
 * An error answer of the service, named by the id the spec gives it.
 *
 * The body is the spec's constant fields with `fields` over them. A problem is never charged.
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
