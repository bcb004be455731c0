import type { Operation } from '../contract/contract.ts';

/** Tells whether a method and path, as `GET /jobs/{id}`, are those of an operation, whatever their parameters are called. */
export function covers(name: string, { method, path }: Operation): boolean {
  const [verb, described = ''] = name.split(' ');
  const shape = (text: string) => text.replace(/\{[^}]*\}/g, '{}').replace(/\/$/, '');
  return (verb === '*' || verb === method) && shape(described) === shape(path);
}
