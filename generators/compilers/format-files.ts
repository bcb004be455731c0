import { format } from 'oxfmt';
import type { EmittedFile } from '../emitter.ts';

/** The style of this repository, which its own formatter finds nothing to change in. */
const style = {
  printWidth: 120,
  singleQuote: true,
  embeddedLanguageFormatting: 'off',
  sortImports: { newlinesBetween: false },
} as const;

/**
 * Formats files of TypeScript and sorts their imports; throws where one does not parse.
 *
 * One after the other: for each file that waits, the formatter would start a thread, which costs more than to format it.
 */
export async function formatFiles(files: readonly EmittedFile[]): Promise<readonly string[]> {
  const formatted: string[] = [];
  for (const { path, text } of files) {
    const { code, errors } = await format(path, text, style);
    const [error] = errors;
    if (error) throw new Error(`The text emitted for ${path} does not parse: ${error.message}\n${error.codeframe}`);
    formatted.push(code);
  }
  return formatted;
}
