import { Directory, File, type Inode } from '@bjorn3/browser_wasi_shim';

/** Files by path from the root, such as `tmp/note`; a directory is a path that ends in a slash. Contents are Base64. */
export type Files = Readonly<Record<string, string>>;

/** Bytes that count for each file and directory beside its content. */
const overhead = 256;

/** Builds the tree of some files. */
export function plant(files: Files): Map<string, Inode> {
  const root = new Directory(new Map());
  for (const [path, content] of Object.entries(files)) {
    const names = path.split('/');
    const name = names.pop() ?? '';
    const parent = names.reduce(enter, root);
    if (name !== '') parent.contents.set(name, new File(Buffer.from(content, 'base64')));
  }
  return root.contents;
}

/** Lists the files of a tree. */
export function harvest(tree: ReadonlyMap<string, Inode>, folder = ''): Files {
  const entries = [...tree].flatMap(([name, inode]): [string, string][] => {
    const path = `${folder}${name}`;
    if (inode instanceof File) return [[path, Buffer.from(inode.data).toString('base64')]];
    if (!(inode instanceof Directory)) return [];
    return [[`${path}/`, ''], ...Object.entries(harvest(inode.contents, `${path}/`))];
  });
  return Object.fromEntries(entries);
}

/** Bytes that a tree takes up. */
export function sizeOf(tree: ReadonlyMap<string, Inode>): number {
  let total = 0;
  for (const [name, inode] of tree) {
    total += overhead + name.length;
    if (inode instanceof File) total += inode.data.byteLength;
    if (inode instanceof Directory) total += sizeOf(inode.contents);
  }
  return total;
}

function enter(folder: Directory, name: string): Directory {
  const known = folder.contents.get(name);
  if (known instanceof Directory) return known;
  const made = new Directory(new Map());
  folder.contents.set(name, made);
  return made;
}
