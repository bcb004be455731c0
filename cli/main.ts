#!/usr/bin/env node
// Older versions of Node must be able to run this file, so that they print the message below.

import module from 'node:module';

/** The oldest major version of Node that can run the command. */
const minNodeMajor = 24;

const { node } = process.versions;
if (Number(node.split('.')[0]) >= minNodeMajor) {
  module.enableCompileCache();
  await import('./program.ts');
} else {
  console.error(
    `error tollwright needs Node ${minNodeMajor} or later, and this is Node ${node}. ` +
      `Without installing it: npx --package node@${minNodeMajor} --package tollwright tollwright ${process.argv.slice(2).join(' ')}`,
  );
  process.exitCode = 2;
}
