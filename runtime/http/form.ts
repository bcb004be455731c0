/** Reading forms from strangers. */

import type { OperationDefinition } from '../operation.ts';
import { Problem } from '../problem.ts';
import { readBoolean, readInteger, readNumber } from '../validation.ts';

type FormFields = NonNullable<OperationDefinition['formFields']>;

const readers: Readonly<Record<FormFields[string], (value: unknown) => unknown>> = {
  integer: readInteger,
  number: readNumber,
  boolean: readBoolean,
};

/** True when a body of this content type is a form. */
export function isForm(contentType: string | undefined): contentType is string {
  return contentType !== undefined && /^multipart\/form-data\s*(;|$)/i.test(contentType);
}

/**
 * Parses a `multipart/form-data` body into what the same request would be in JSON.
 *
 * A file becomes a data URI, a field `name[]` an item of the list `name`, and the text of a field that is no text what
 * it spells. Throws `invalid-body` for everything that is no form.
 */
export async function parseFormBody(bytes: Buffer, contentType: string, fields: FormFields): Promise<unknown> {
  const form = await formOf(bytes, contentType);
  const body: Record<string, unknown> = Object.create(null);
  for (const [name, entry] of form) {
    const key = name.replace(/\[\]$/, '');
    const value =
      typeof entry === 'string'
        ? spelled(entry, Object.hasOwn(fields, key) ? fields[key] : undefined)
        : await dataUri(entry);
    if (key !== name || Object.hasOwn(body, key)) body[key] = [body[key] ?? [], value].flat();
    else body[key] = value;
  }
  return body;
}

async function formOf(bytes: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(Uint8Array.from(bytes), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new Problem('invalid-body', { message: 'The body is not a form with the boundary that its type names.' });
  }
}

function spelled(text: string, type: FormFields[string] | undefined): unknown {
  return type === undefined ? text : readers[type](text);
}

async function dataUri(file: File): Promise<string> {
  const type = file.type === '' ? 'application/octet-stream' : file.type;
  return `data:${type};base64,${Buffer.from(await file.arrayBuffer()).toString('base64')}`;
}
