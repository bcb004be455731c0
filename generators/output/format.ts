import { format as formatText } from 'oxfmt';
import type { EmittedFile } from '../emitter.ts';

/** The style of this repository, which its own formatter finds nothing to change in. */
const style = {
  printWidth: 120,
  singleQuote: true,
  embeddedLanguageFormatting: 'off',
  sortImports: { newlinesBetween: false },
} as const;

/** Formats TypeScript and sorts its imports. Other files stay as they are: their emitters print them so. */
export function format(files: readonly EmittedFile[]): Promise<EmittedFile[]> {
  return Promise.all(files.map((file) => (file.path.endsWith('.ts') ? formatted(file) : file)));
}

/** The last text of each path with what the formatter made of it: most files stay as they are when one is changed. */
const last = new Map<string, { readonly text: string; readonly code: string }>();

async function formatted(file: EmittedFile): Promise<EmittedFile> {
  const earlier = last.get(file.path);
  if (earlier?.text === file.text) return { ...file, text: earlier.code };
  const { code, errors } = await formatText(file.path, file.text, style);
  const [error] = errors;
  if (error) throw new Error(`The text emitted for ${file.path} does not parse: ${error.message}\n${error.codeframe}`);
  last.set(file.path, { text: file.text, code });
  return { ...file, text: code };
}
