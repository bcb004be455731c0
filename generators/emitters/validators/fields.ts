import { print } from '../../output/code-tree.ts';
import { code, shared, typeSymbol } from '../../output/code.ts';
import { pascalCase } from '../typescript/names.ts';
import { lines, type Statement } from './statement.ts';

/** Lines from which on a check that several functions have gets a function of its own. */
const minSharedLines = 4;

/** The statements that check a field, which a variable holds: where they are used, unless several functions have them. */
export function fieldCheck(variable: string, statements: readonly Statement[]): readonly Statement[] {
  const inline = lines(statements);
  const text = print(inline);
  if (text.split('\n').length < minSharedLines) return statements;
  const issue = typeSymbol('Issue', '@tollwright/runtime/validation/issue');
  const piece = shared({
    key: text,
    name: `check${pascalCase(variable)}`,
    rank: 0,
    inline,
    declare: (name) => ({
      declaration: code`const ${name} = (${variable}: unknown, issues: ${issue}[]) => {\n${inline}\n};`,
      use: code`${name}(${variable}, issues);`,
    }),
  });
  return [piece];
}
