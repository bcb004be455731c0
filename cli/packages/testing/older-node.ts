import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The first Node on the path of a version that is older than the pinned one and can run clients. */
export async function olderNode(): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const node = join(folder, 'node');
    const version = await run(node, ['--version']).catch(() => undefined);
    if (/^v2[0-3]\./.test(version?.stdout ?? '')) return node;
  }
  return undefined;
}
