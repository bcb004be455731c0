/** Bodies of requests in the formats that operations accept. */

import { type BodyFormat, formatOf } from '../values/body-format.ts';
import { decodeBase64 } from '../values/encoding.ts';

/** The fields of a form, in their order. */
export type FormFields = readonly (readonly [name: string, value: string])[];

/** A `FormData` of the platform or of an HTTP library. */
export interface FormTarget {
  append(name: string, value: string): void;
  append(name: string, value: Blob, fileName: string): void;
}

/** The fields of a form with the content of a JSON body. A list becomes a repeated `name[]`. */
export function formOf(body: object): FormFields {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(body);
  return entries.flatMap(([name, value]): FormFields => {
    if (value === undefined) return [];
    return Array.isArray(value) ? value.map((item) => [`${name}[]`, formText(item)]) : [[name, formText(value)]];
  });
}

/** Fills a form; data URIs become files. */
export function encodeForm<Form extends FormTarget>(fields: FormFields, form: Form): Form {
  for (const [name, value] of fields) {
    const file = fileOf(value);
    if (!file) form.append(name, value);
    else form.append(name, new Blob([decodeBase64(file.base64)], { type: file.type }), name.replace('[]', ''));
  }
  return form;
}

/** The file inside a data URI. */
export function fileOf(value: string): { readonly type: string; readonly base64: string } | undefined {
  const [, type, base64] = /^data:([^,;]+);base64,([A-Za-z0-9+/=]*)$/.exec(value) ?? [];
  return type === undefined || base64 === undefined ? undefined : { type, base64 };
}

/** The text of a urlencoded form. */
export function urlencoded(fields: FormFields): string {
  return new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString();
}

/** The bytes of a body that is no JSON: those of a data URI, else those of the text itself. */
export function bytesOf(body: string): Uint8Array<ArrayBuffer> {
  const file = fileOf(body);
  return file ? decodeBase64(file.base64) : new TextEncoder().encode(body);
}

/** A body as `fetch` takes it, with its content type, unless `fetch` names that itself. */
export interface EncodedRequest {
  readonly type?: string;
  readonly body: string | FormData | Uint8Array<ArrayBuffer>;
}

const encoders: Readonly<Record<BodyFormat, (body: unknown, type: string) => EncodedRequest>> = {
  json: (body, type) => ({ type, body: JSON.stringify(body) }),
  // `fetch` chooses the boundary of a form and writes it into the type.
  multipart: (body) => ({ body: encodeForm(formOf(Object(body)), new FormData()) }),
  urlencoded: (body, type) => ({ type, body: urlencoded(formOf(Object(body))) }),
  text: (body, type) => ({ type, body: String(body) }),
  bytes: (body, type) => ({ type: fileOf(String(body))?.type ?? type, body: bytesOf(String(body)) }),
};

/** Writes a body in the format of a content type. */
export function encodeBody(body: unknown, type: string): EncodedRequest {
  return encoders[formatOf(type)](body, type);
}

function formText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
