import { rm } from 'node:fs/promises';
import { afterAll, beforeAll } from 'vitest';
import { testClient } from './testing/client.ts';
import { testExample } from './testing/example.ts';
import { testKit } from './testing/kit.ts';
import { testNewUser } from './testing/new-user.ts';
import { type PackedPackages, pack } from './testing/packed.ts';
import { testSeller } from './testing/seller.ts';

// What takes the packages as they are published stands together: they are built once, and the kit is installed once.
let packed: PackedPackages;
let project = '';
beforeAll(async () => {
  packed = await pack();
});
afterAll(() => rm(packed.folder, { recursive: true }));

/** The folder in which the tests of a new user install the kit. */
function installed(): string {
  if (project === '') throw new Error('Nothing is installed: run the tests of a new user as well.');
  return project;
}

testNewUser(
  () => packed,
  (folder) => {
    project = folder;
  },
);
testClient(installed);
testExample(installed);
testSeller(() => packed, installed);
testKit(installed);
