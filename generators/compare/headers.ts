import type { JsonSchema } from '../model/types.ts';

/** Keyword of a header of a response that need not be sent. */
export const optionalHeader = 'x-optional';

/** Headers of a response as the schema of an object. */
export function headersSchema(headers: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const required = Object.keys(headers).filter((name) => headers[name]?.[optionalHeader] !== true);
  return { type: 'object', required, properties: headers };
}
