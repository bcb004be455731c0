import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Names under which Chromium is installed. */
const names = ['chromium', 'chromium-browser', 'google-chrome'];

/** Path of an installed Chromium. Where there is none, it prints why `tests`, a noun in the plural, are skipped. */
export function findChromium(tests: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram);
  // What the console writes appears only where tests fail.
  if (!found) process.stderr.write(`${tests} are skipped: Chromium is not installed (Debian: apt install chromium).\n`);
  return found;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
