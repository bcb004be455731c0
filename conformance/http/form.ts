/** Requests as forms: what callers send with files in it. */

import { FormData } from 'undici';
import type { Sent } from '../check.ts';
import { fieldsOf } from '../json.ts';

type Fields = NonNullable<Sent['form']>;

/** True for the content type of a form. */
export function isFormType(type: string | undefined): boolean {
  return type?.toLowerCase() === 'multipart/form-data';
}

/** The fields of a form that says what a JSON body does: a list goes as a repeated `name[]`. */
export function formOf(body: unknown): Fields {
  return Object.entries(fieldsOf(body)).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((item) => [`${name}[]`, textOf(item)] as const) : [[name, textOf(value)] as const],
  );
}

/** A form as it is sent. */
export function encodeForm(fields: Fields): FormData {
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
