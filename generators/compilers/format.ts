import type { EmittedFile } from '../emitter.ts';
import { formatFile } from './compilers.ts';

/** Formats TypeScript and sorts its imports. Other files stay as they are: their emitters print them so. */
export function format(files: readonly EmittedFile[]): Promise<EmittedFile[]> {
  return Promise.all(files.map((file) => (file.path.endsWith('.ts') ? formatted(file) : file)));
}

/** The last text of each path with what the formatter made of it: most files stay as they are when one is changed. */
const last = new Map<string, { readonly text: string; readonly code: string }>();

async function formatted(file: EmittedFile): Promise<EmittedFile> {
  const earlier = last.get(file.path);
  if (earlier?.text === file.text) return { ...file, text: earlier.code };
  const [code = ''] = await formatFile(file);
  last.set(file.path, { text: file.text, code });
  return { ...file, text: code };
}
