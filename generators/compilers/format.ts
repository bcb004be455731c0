import type { EmittedFile } from '../emitter.ts';
import { formatFiles } from './compilers.ts';

/** The last text of each path with what the formatter made of it: most files stay as they are when one is changed. */
const last = new Map<string, { readonly text: string; readonly code: string }>();

/** Formats TypeScript and sorts its imports. Other files stay as they are: their emitters print them so. */
export async function format(files: readonly EmittedFile[]): Promise<EmittedFile[]> {
  const changed = files.filter(({ path, text }) => path.endsWith('.ts') && last.get(path)?.text !== text);
  const codes = changed.length > 0 ? await formatFiles(changed) : [];
  for (const [index, { path, text }] of changed.entries()) last.set(path, { text, code: codes[index] ?? text });
  return files.map((file) => ({ ...file, text: last.get(file.path)?.code ?? file.text }));
}
