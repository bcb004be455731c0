import type { Context } from 'hono';
import { z } from 'zod';
import { ApiError } from './errors.ts';
import { on } from './fault.ts';

const MAX_BYTES = 80 * 1024 * 1024;

export async function readJson(c: Context): Promise<unknown> {
  const length = Number(c.req.header('content-length') ?? 0);
  if (length > MAX_BYTES) throw new ApiError(413, { error: 'Request body too large' });
  const text = await c.req.text();
  if (text.length > MAX_BYTES) throw new ApiError(413, { error: 'Request body too large' });
  // An empty body is an empty object: the answer then names the required fields.
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(400, { error: 'Invalid JSON' });
  }
}

function details(issues: z.core.$ZodIssue[]): Array<{ field: string; message: string }> {
  const out: Array<{ field: string; message: string }> = [];
  for (const issue of issues) {
    const at = on('nested-field-unnamed') && issue.path.length > 1 ? '' : issue.path.map(String).join('.');
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) out.push({ field: at ? `${at}.${key}` : key, message: `Unrecognized key: ${key}` });
    } else out.push({ field: at || '(body)', message: issue.message });
  }
  return out;
}

export function check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new ApiError(400, { error: 'Invalid request body', details: details(result.error.issues) });
}

export async function checkBody<S extends z.ZodType>(c: Context, schema: S): Promise<z.output<S>> {
  return check(schema, await readJson(c));
}

/** Strict also about `__proto__` and the like, which zod leaves out of sight. */
export async function checkStrict<S extends z.ZodObject>(c: Context, schema: S): Promise<z.output<S>> {
  const value = await readJson(c);
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    const known = new Set(Object.keys(schema.shape));
    const unknown = Object.keys(value).filter((key) => !known.has(key));
    if (unknown.length > 0) {
      throw new ApiError(400, {
        error: 'Invalid request body',
        details: unknown.map((key) => ({ field: key, message: `Unrecognized key: ${key}` })),
      });
    }
  }
  return check(schema, value);
}

export function checkQuery<S extends z.ZodType>(c: Context, schema: S): z.output<S> {
  const result = schema.safeParse(c.req.query());
  if (result.success) return result.data;
  throw new ApiError(400, { error: 'Invalid query parameters', details: details(result.error.issues) });
}

export function queryInt(low: number, high: number): z.ZodType<number, string> {
  return z
    .string()
    .regex(/^-?\d{1,15}$/, 'must be an integer')
    .transform(Number)
    .pipe(z.number().int().min(low).max(high));
}
