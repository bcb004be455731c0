import { printDeclarations } from '../../compilers/compilers.ts';
import type { Declaration } from '../../compilers/declaration.ts';
import { type Code, layout, type Print } from '../../output/code.ts';
import { print } from '../../output/code-tree.ts';

/** Declarations that ts-morph prints; what builds them turns the code inside to text with `print`. */
export async function declarations(build: (print: Print) => readonly Declaration[]): Promise<Code> {
  const parts: Code[] = [];
  const declared = build((part) => {
    parts.push(part);
    return print(part);
  });
  const [text = ''] = await printDeclarations(declared);
  return layout(parts, () => text);
}
