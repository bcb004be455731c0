import { Form } from './form.ts';
import { HttpError } from './http.ts';
import type { Call } from './operation.ts';

/** Reads query parameters by the rules of a form; a number is written in plain digits. */
export function queryForm(call: Call): Form {
  const values = new Map<string, unknown>();
  for (const [name, value] of call.query) {
    if (values.has(name))
      throw new HttpError(400, 'Invalid request query', {
        details: [{ pointer: `/${name}`, problem: `${name} was sent more than once` }],
      });
    values.set(name, value);
  }
  return new Form(Object.fromEntries(values));
}

/** Turns a parameter of digits into a number, so that the rules for integers apply. */
export function numeric(form: Form, ...names: string[]): void {
  for (const name of names) {
    const value = form.get(name);
    if (typeof value === 'string' && /^-?\d{1,15}$/.test(value)) form.body[name] = Number(value);
  }
}
