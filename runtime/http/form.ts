/** Reads forms of untrusted callers. */

import { isUtf8 } from 'node:buffer';
import type { OperationDefinition } from '../operation/operation.ts';
import { Problem } from '../operation/problem.ts';
import { readBoolean, readInteger, readNumber } from '../validation/validator.ts';
import { formatOf } from '../values/body-format.ts';

/** Parts above which a form is refused. */
const maxParts = 100;

/** Bytes of the headers of one part above which a form is refused: the parser takes longer for them than for content. */
const maxPartHeaderBytes = 8192;

type FormFields = NonNullable<OperationDefinition['formFields']>;

const readers: Readonly<Record<FormFields[string], (value: unknown) => unknown>> = {
  integer: readInteger,
  number: readNumber,
  boolean: readBoolean,
};

/**
 * Parses a `multipart/form-data` or `application/x-www-form-urlencoded` body into the JSON of the same request.
 *
 * A file becomes a data URI, a field `name[]` an item of the list `name`, and the text of a number or boolean field its
 * value. Throws `invalid-body` for a body that is not a form, and `payload-too-large` for too many parts.
 */
export async function parseFormBody(bytes: Buffer, contentType: string, fields: FormFields): Promise<unknown> {
  const form = formatOf(contentType) === 'urlencoded' ? fieldsOf(bytes) : await formOf(bytes, contentType);
  const body: Record<string, unknown> = Object.create(null);
  for (const [name, entry] of form) {
    const key = name.replace(/\[\]$/, '');
    const value =
      typeof entry === 'string'
        ? spelled(entry, Object.hasOwn(fields, key) ? fields[key] : undefined)
        : await dataUri(entry);
    const known = body[key];
    if (Array.isArray(known)) known.push(value);
    else if (known !== undefined) body[key] = [known, value];
    else body[key] = key === name ? value : [value];
  }
  return body;
}

/** The fields of a urlencoded form. */
function fieldsOf(bytes: Buffer): URLSearchParams {
  if (!isUtf8(bytes)) throw new Problem('invalid-body', { message: 'The body is not UTF-8.' });
  const fields = new URLSearchParams(bytes.toString());
  if (fields.size > maxParts)
    throw new Problem('payload-too-large', { message: `A form has at most ${maxParts} parts.` });
  return fields;
}

async function formOf(bytes: Buffer, contentType: string): Promise<FormData> {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) throw noForm();
  checkParts(bytes, boundary);
  try {
    // The parser gets the boundary that was counted, and nothing else of the content type.
    const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
    return await new Response(new Uint8Array(bytes), { headers }).formData();
  } catch {
    throw noForm();
  }
}

function noForm(): Problem {
  return new Problem('invalid-body', { message: 'The body is not a form with the boundary that its type names.' });
}

/** A parameter of a content type: its name, and its value in quotes or without. */
const parameter = /;\s*([^\s=;"]+)=(?:"([^"\\]*)"|([^\s;"]*))\s*/gy;

/** The characters of a boundary (RFC 2046, section 5.1.1). */
const boundaryText = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

/** The one boundary of a content type; undefined where it has none or several, or is written in any unusual way. */
function boundaryOf(contentType: string): string | undefined {
  const start = contentType.indexOf(';');
  if (start < 0) return undefined;
  const written = contentType.slice(start);
  const found = [...written.matchAll(parameter)];
  const length = found.reduce((sum, [text]) => sum + text.length, 0);
  const boundaries = found.filter(([, name]) => name?.toLowerCase() === 'boundary');
  const [, , quoted, plain] = boundaries[0] ?? [];
  const boundary = quoted ?? plain ?? '';
  return length === written.length && boundaries.length === 1 && boundaryText.test(boundary) ? boundary : undefined;
}

/** Throws `payload-too-large` for more parts than a form may have, or longer headers. Each boundary in the body counts as a part. */
function checkParts(bytes: Buffer, boundary: string): void {
  const delimiter = `--${boundary}`;
  let count = -1;
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + 1)) {
    count += 1;
    if (count > maxParts) throw new Problem('payload-too-large', { message: `A form has at most ${maxParts} parts.` });
    const rest = bytes.subarray(at + delimiter.length);
    const isLong = rest.length > maxPartHeaderBytes && !rest.subarray(0, maxPartHeaderBytes).includes('\r\n\r\n');
    if (isLong && rest.toString('latin1', 0, 2) !== '--') {
      const message = `The headers of a part of a form have at most ${maxPartHeaderBytes} bytes.`;
      throw new Problem('payload-too-large', { message });
    }
  }
}

function spelled(text: string, type: FormFields[string] | undefined): unknown {
  return type === undefined ? text : readers[type](text);
}

async function dataUri(file: File): Promise<string> {
  const type = file.type === '' ? 'application/octet-stream' : file.type;
  return `data:${type};base64,${Buffer.from(await file.arrayBuffer()).toString('base64')}`;
}
