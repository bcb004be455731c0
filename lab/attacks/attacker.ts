/** A process that makes one attack: `node attacker.ts <name> <url>`. It says when the attack has begun, and ends with its parent. */

import { attacks } from './attackers.ts';

const [, , name = '', url = ''] = process.argv;
const attack = attacks[name];
if (!attack) throw new Error(`There is no attack called ${name}.`);
const end = await attack(new URL(url));
process.once('message', async () => {
  await end();
  process.disconnect();
});
process.once('disconnect', () => process.exit());
process.send?.('begun');
