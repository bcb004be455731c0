/** Requests as forms: what callers send with files in it. */

import { FormData } from 'undici';

/** The fields of a form, in their order. */
export type FormFields = readonly (readonly [name: string, value: string])[];

/** The fields of a form that says what a JSON body does: a list goes as a repeated `name[]`. */
export function formOf(body: object): FormFields {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(body);
  return entries.flatMap(([name, value]): FormFields => {
    if (value === undefined) return [];
    return Array.isArray(value) ? value.map((item) => [`${name}[]`, textOf(item)]) : [[name, textOf(value)]];
  });
}

/** A form as it is sent: data URIs go as files. */
export function encodeForm(fields: FormFields): FormData {
  const form = new FormData();
  for (const [name, value] of fields) {
    const file = fileOf(value);
    if (!file) form.append(name, value);
    else form.append(name, new Blob([Buffer.from(file.base64, 'base64')], { type: file.type }), name.replace('[]', ''));
  }
  return form;
}

/** The file that a data URI holds. */
export function fileOf(value: string): { readonly type: string; readonly base64: string } | undefined {
  const [, type, base64] = /^data:([^,;]+);base64,([A-Za-z0-9+/=]*)$/.exec(value) ?? [];
  return type === undefined || base64 === undefined ? undefined : { type, base64 };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
