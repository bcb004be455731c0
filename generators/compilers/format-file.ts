import { format } from 'oxfmt';
import type { EmittedFile } from '../emitter.ts';

/** The style of this repository, which its own formatter finds nothing to change in. */
const style = {
  printWidth: 120,
  singleQuote: true,
  embeddedLanguageFormatting: 'off',
  sortImports: { newlinesBetween: false },
} as const;

/** Formats a file of TypeScript and sorts its imports; throws where it does not parse. */
export async function formatFile({ path, text }: EmittedFile): Promise<string> {
  const { code, errors } = await format(path, text, style);
  const [error] = errors;
  if (error) throw new Error(`The text emitted for ${path} does not parse: ${error.message}\n${error.codeframe}`);
  return code;
}
