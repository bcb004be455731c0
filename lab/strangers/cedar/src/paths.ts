import type { Context } from 'hono';
import { segmentOf } from './config.ts';

/** `/phone/{id}` of the documents as a Hono path; vendor placeholders become our own segments, deep ones a wildcard. */
export function honoPath(template: string): string {
  return template.replace(/\{([^}]+)\}/g, (_all, name: string) => {
    const deep = name === 'model' || name === 'path' || name === 'endpoint-path';
    return segmentOf(name) ?? (deep ? `:${name.replace('-', '')}{.+}` : `:${name}`);
  });
}

/** The same template with our own segments in it, for discovery. */
export function ownPath(template: string): string {
  return template.replace(/\{([^}]+)\}/g, (all, name: string) => segmentOf(name) ?? all);
}

/** A parameter of the route that matched. */
export function param(c: Context, name: string): string {
  return c.req.param(name) ?? '';
}

/** A path as the client meant it; a broken escape stays as it is. */
export function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
