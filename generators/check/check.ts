import type { Diagnostics } from '../diagnostics/diagnostic.ts';
import type { Spec } from '../model/spec.ts';
import type { Check, CheckContext } from './context.ts';
import { checkExpressions } from './expressions-check.ts';
import { checkHosts } from './hosts-check.ts';
import { checkMachines } from './machines-check.ts';
import { checkPaths } from './paths-check.ts';
import { checkReferences } from './references-check.ts';
import { checkSchemas } from './schemas-check.ts';
import { checkUnused } from './unused-check.ts';

const links: readonly Check[] = [
  checkHosts,
  checkReferences,
  checkPaths,
  checkMachines,
  checkSchemas,
  checkExpressions,
];

/** Checks that the entries of a specification fit together. */
export function checkSpec(spec: Spec, diagnostics: Diagnostics): void {
  const context: CheckContext = { spec, diagnostics, catalogsRead: new Set() };
  // What a file with a wrong shape would have used is not known.
  const complete = !diagnostics.failed;
  for (const check of links) check(context);
  if (complete) checkUnused(context);
}
