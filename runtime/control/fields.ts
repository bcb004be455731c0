import { isObject } from '../values/json.ts';
import { ControlError } from './control-error.ts';

/** The fields of a body of the control API. Each reader throws a `ControlError` that names an invalid field. */
export class Fields {
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(body: unknown) {
    if (!isObject(body)) throw new ControlError(400, 'The body must be a JSON object.');
    this.#fields = body;
  }

  text(name: string, pattern = /./, expected = 'a text'): string {
    const value = this.#fields[name];
    if (typeof value === 'string' && pattern.test(value)) return value;
    throw new ControlError(400, `${name}: expected ${expected}.`);
  }

  among<const T extends string>(name: string, values: readonly T[]): T {
    const found = values.find((value) => value === this.#fields[name]);
    if (found !== undefined) return found;
    throw new ControlError(400, `${name}: expected one of ${values.join(', ')}.`);
  }

  /** A number from 0 to `most`. */
  amount(name: string, most: number): number {
    const value = this.#fields[name];
    if (typeof value === 'number' && value >= 0 && value <= most) return value;
    throw new ControlError(400, `${name}: expected a number from 0 to ${most}.`);
  }

  /** The number of times of an action; 1 by default. */
  times(): number {
    const { times = 1 } = this.#fields;
    if (Number.isInteger(times) && typeof times === 'number' && times >= 1 && times <= 100_000) return times;
    throw new ControlError(400, 'times: expected a whole number from 1 to 100000.');
  }

  /** An EVM address, or 32 bytes in base58. */
  address(): string {
    return this.text('address', /^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/, 'the address of a wallet');
  }

  /** The object `detail`; empty where it is absent. */
  detail(): Readonly<Record<string, unknown>> {
    const { detail = {} } = this.#fields;
    if (isObject(detail)) return detail;
    throw new ControlError(400, 'detail: expected an object.');
  }
}
