import type { Part } from '#generators/compare/openapi/part.ts';
import { kebabCase, Names } from './names.ts';

/** An operation of a description before it is converted. */
export interface FoundOperation {
  /** Id that it gets in the specification. */
  readonly id: string;
  /** Lower-case HTTP method. */
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
  readonly item: Part;
  readonly source: Part;
}

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'];

/** Every operation of a description, in its order; `taken` are ids of other operations of the project. */
export function findOperations(root: Part, taken: readonly string[]): readonly FoundOperation[] {
  const names = new Names(taken);
  return root
    .get('paths')
    .members()
    .flatMap(([path, item]) =>
      methods
        .map((method) => ({ method, source: item.get(method) }))
        .filter(({ source }) => source.isThere)
        .map(({ method, source }) => ({
          id: names.give(idOf(method, path, source)),
          ...{ method, path, item, source },
          tags: source
            .get('tags')
            .entries()
            .map(([, { value }]) => String(value)),
        })),
    );
}

function idOf(method: string, path: string, source: Part): string {
  const words = path.replaceAll(/[{}]/g, '');
  const id = kebabCase(source.text('operationId') ?? '') || kebabCase(`${method} ${words}`) || method;
  // Ids are names in code, which begin with a letter.
  return /^[a-z]/.test(id) ? id : `call-${id}`;
}
