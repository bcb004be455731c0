import type { ApiDescription } from './description.ts';
import { Leftovers } from './leftovers.ts';
import { ApiSchemas } from './schemas.ts';
import { Statements } from './statements.ts';

/** Tools that every part of an import shares. */
export interface Importer {
  readonly leftovers: Leftovers;
  readonly statements: Statements;
  readonly schemas: ApiSchemas;
}

/** Creates the tools for the import of a description. */
export function createImporter({ place }: ApiDescription): Importer {
  const leftovers = new Leftovers(place);
  const statements = new Statements('api');
  return { leftovers, statements, schemas: new ApiSchemas(leftovers, statements) };
}
