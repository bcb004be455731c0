import { format as formatCode } from 'oxfmt';
import type { EmittedFile } from './emitted-file.ts';

/** The style of emitted code, which is that of this repository (`.oxfmtrc.json`). */
export const style = {
  printWidth: 120,
  singleQuote: true,
  embeddedLanguageFormatting: 'off',
  sortImports: { newlinesBetween: false },
} as const;

/** Formats TypeScript and sorts its imports. Other files stay as they are: their emitters print them so. */
export function format(files: readonly EmittedFile[]): Promise<EmittedFile[]> {
  return Promise.all(files.map((file) => (file.path.endsWith('.ts') ? formatFile(file) : file)));
}

async function formatFile(file: EmittedFile): Promise<EmittedFile> {
  const { code, errors } = await formatCode(file.path, file.text, style);
  const [error] = errors;
  if (error) throw new Error(`The text emitted for ${file.path} does not parse: ${error.message}\n${error.codeframe}`);
  return { ...file, text: code };
}
