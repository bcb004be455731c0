import type { Route } from './operation.ts';

/** Method and path template of a route as documents write it: `GET /jobs/{id}`. */
export function routeName({ operation, path }: Route): string {
  return `${operation.method} ${path.replaceAll('+}', '}')}`;
}
