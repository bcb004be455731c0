import { readFileSync } from 'node:fs';

/** The texts of the fenced blocks of one language in a Markdown file. */
export function blocksOf(file: string, language: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, block = '']) => block);
}

/** The fenced blocks after a comment such as `<!-- excerpt spec/prices/search.yaml -->`, each with the path of the comment. */
export function markedBlocks(file: string, mark: 'excerpt' | 'file'): [path: string, text: string][] {
  const marked = readFileSync(file, 'utf8').matchAll(
    new RegExp(`<!-- ${mark} (\\S+) -->\n\`\`\`\\w+\n(.*?)\`\`\``, 'gs'),
  );
  return [...marked].map(([, path = '', text = '']) => [path, text]);
}
