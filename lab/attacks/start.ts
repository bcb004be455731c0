import { fork } from 'node:child_process';
import { once } from 'node:events';

/** Starts an attack in a process of its own, as attackers have; returns a function that ends it. */
export async function startAttack(name: string, url: URL): Promise<() => Promise<void>> {
  const child = fork(new URL('./attacker.ts', import.meta.url), [name, url.href]);
  const gone = once(child, 'exit');
  const begun = once(child, 'message');
  await Promise.race([begun, gone.then(([code]) => Promise.reject(new Error(`The attacker ended with ${code}.`)))]);
  return async () => {
    child.send('end');
    await gone;
  };
}
