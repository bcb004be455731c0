#!/usr/bin/env node
// Any Node that is in use reads this file, also one that lacks what the command needs.

import module from 'node:module';

/** The first version of Node with everything that the command needs. */
const least = 24;

const { node } = process.versions;
if (Number(node.split('.')[0]) >= least) {
  module.enableCompileCache();
  await import('./program.ts');
} else {
  console.error(
    `error tollwright needs Node ${least} or later, and this is Node ${node}. ` +
      `Without installing it: npx --package node@${least} --package tollwright tollwright ${process.argv.slice(2).join(' ')}`,
  );
  process.exitCode = 2;
}
