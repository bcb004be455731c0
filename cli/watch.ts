import { watch } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds within which changes are taken together: editors write a file in several steps. */
const pause = 20;

/**
 * Runs a task whenever files of a folder change, with their names, until it is stopped.
 *
 * Changes during a task are taken together and run after it.
 */
export async function onChange(
  folder: string,
  stop: AbortSignal,
  task: (changed: readonly string[]) => Promise<void>,
): Promise<void> {
  const changed = new Set<string>();
  let running = Promise.resolve();
  const run = async () => {
    await delay(pause);
    const names = [...changed];
    changed.clear();
    if (names.length > 0) await task(names);
  };
  try {
    for await (const { filename } of watch(folder, { recursive: true, signal: stop })) {
      if (filename === null) continue;
      const isFirst = changed.size === 0;
      changed.add(filename);
      if (isFirst) running = running.then(run);
    }
  } catch (error) {
    if (!stop.aborted) throw error;
  }
  await running;
}
