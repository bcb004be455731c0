/** Requests as forms, which can carry files. */

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

function formText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
