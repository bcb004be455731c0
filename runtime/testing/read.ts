/** Reading bodies of every shape, as tests do: what is not there is `undefined`. */

/** The value at a path of names and indexes. */
export function at(body: unknown, ...path: readonly (string | number)[]): unknown {
  let value = body;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}

/** The text at a path; throws where there is none, so that no test goes on with `undefined` in a URL. */
export function textAt(body: unknown, ...path: readonly (string | number)[]): string {
  const value = at(body, ...path);
  if (typeof value === 'string') return value;
  throw new Error(`There is no text at /${path.join('/')} of ${JSON.stringify(body)}.`);
}

/** The items at a path; throws where there is no list. */
export function listAt(body: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const value = at(body, ...path);
  if (Array.isArray(value)) return value;
  throw new Error(`There is no list at /${path.join('/')} of ${JSON.stringify(body)}.`);
}

/** The fields of the object at a path; throws where there is none. */
export function fieldsAt(body: unknown, ...path: readonly (string | number)[]): Readonly<Record<string, unknown>> {
  const value = at(body, ...path);
  if (typeof value === 'object' && value !== null) return { ...value };
  throw new Error(`There is no object at /${path.join('/')} of ${JSON.stringify(body)}.`);
}

/** The number at a path; throws where there is none. */
export function numberAt(body: unknown, ...path: readonly (string | number)[]): number {
  const value = at(body, ...path);
  if (typeof value === 'number') return value;
  throw new Error(`There is no number at /${path.join('/')} of ${JSON.stringify(body)}.`);
}

/** The item of a list whose field has a value. */
export function itemWith(list: readonly unknown[], field: string, value: unknown): unknown {
  return list.find((item) => at(item, field) === value);
}
