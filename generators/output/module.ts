import { declareShared, fragments, print } from './code-tree.ts';
import { type Code, join } from './code.ts';
import type { EmittedFile } from './emitted-file.ts';
import { header } from './header.ts';
import { importsOf } from './imports.ts';
import { uniqueNames } from './unique-names.ts';

/** Where an emitted TypeScript file stands, which emitter writes it, and the spec files that it comes from. */
export interface ModuleHead {
  readonly path: string;
  readonly emitter: string;
  /** Relative to the spec folder. */
  readonly sources: readonly string[];
}

/** Prints a TypeScript file: its imports, what comes first, the pieces that several places share, and its body. */
export function printModule(
  { path, emitter, sources }: ModuleHead,
  sections: readonly Code[],
  first: readonly Code[] = [],
): EmittedFile {
  const body = join(sections, '\n\n');
  const { declarations, placed } = declareShared(body, uniqueNames([...first, body].flatMap(namesIn)));
  const whole = join([...first, ...declarations, body], '\n\n');
  const imports = importsOf(fragments(whole, placed), path).join('\n');
  return { path, text: `${[header(emitter, sources), imports, print(whole, placed).trim()].join('\n\n')}\n` };
}

/** The names that code imports, declares or binds. */
function namesIn(code: Code): string[] {
  return fragments(code).flatMap(({ shape }) => {
    if (shape.is === 'scope') return shape.binds;
    return shape.is === 'symbol' || shape.is === 'variable' ? [shape.name] : [];
  });
}
