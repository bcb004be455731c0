import { once } from '../common/once.ts';
import type { Diagnostics } from '../diagnostics/diagnostic.ts';
import type { SchemaSource } from '../language/json-schema.ts';
import { type Selectable, selectable, selects } from '../model/hosts.ts';
import type { Spec } from '../model/spec.ts';
import { checkAmounts } from './amounts-check.ts';
import { checkAssets } from './assets-check.ts';
import { checkBodies } from './bodies-check.ts';
import { checkBranches } from './branches-check.ts';
import { checkChallenges } from './challenges-check.ts';
import type { Check, CheckContext } from './context.ts';
import { checkEndless } from './endless-check.ts';
import { catalogOf } from './environment.ts';
import { checkExpressions } from './expressions-check.ts';
import { checkHeaders } from './headers-check.ts';
import { checkHosts } from './hosts-check.ts';
import { Instances } from './instances.ts';
import { checkMachines } from './machines-check.ts';
import { checkPages } from './pages-check.ts';
import { checkPaths } from './paths-check.ts';
import { checkPayments } from './payments-check.ts';
import { checkPrices } from './prices-check.ts';
import { checkReferences } from './references-check.ts';
import { checkRules } from './rules-check.ts';
import { schemaSites, withParts } from './schema-sites.ts';
import { checkSchemas } from './schemas-check.ts';
import { checkTransports } from './transports-check.ts';
import { checkUnused } from './unused-check.ts';
import { checkValues } from './values-check.ts';
import { checkWebhooks } from './webhooks-check.ts';

const checks: readonly Check[] = [
  checkHosts,
  checkTransports,
  checkReferences,
  checkPaths,
  checkPayments,
  checkBodies,
  checkHeaders,
  checkPages,
  checkMachines,
  checkWebhooks,
  checkRules,
  checkSchemas,
  checkBranches,
  checkExpressions,
  checkValues,
  checkPrices,
  checkChallenges,
  checkAmounts,
  checkAssets,
];

/** Checks the entries of a specification against each other. */
export function checkSpec(spec: Spec, diagnostics: Diagnostics): void {
  const context = contextOf(spec, diagnostics);
  // What follows references would not end.
  if (checkEndless(context)) return;
  // The references of a file with an invalid shape are unknown.
  const complete = !diagnostics.failed;
  for (const check of spec.lost('service') ? checks.filter((each) => each !== checkExpressions) : checks)
    check(context);
  if (complete) checkUnused(context);
}

function contextOf(spec: Spec, diagnostics: Diagnostics): CheckContext {
  const alike = alikeIn(spec);
  const instances = once((host: Selectable) => new Instances(spec, host));
  return {
    spec,
    diagnostics,
    catalogsRead: new Set(),
    instances: (host) => instances(alike(host)),
    catalogs: (id) => {
      const catalog = spec.get('catalog', id);
      return catalog ? catalogOf(catalog.value) : new Map();
    },
  };
}

/** Gives one host for all those on which every schema is the same. */
function alikeIn(spec: Spec): (host: Selectable) => Selectable {
  const lists = new Map<string, readonly string[]>();
  for (const site of schemaSites(spec)) {
    for (const list of hostListsIn(site.schema)) lists.set(list.join(), list);
  }
  const keyOf = (host: Selectable) => [...lists.values()].map((list) => Number(selects(list, host))).join('');
  const first = new Map<string, Selectable>();
  for (const host of selectable(spec)) if (!first.has(keyOf(host))) first.set(keyOf(host), host);
  return once((host) => first.get(keyOf(host)) ?? host);
}

const hostListsIn = once((schema: SchemaSource) =>
  withParts(schema).flatMap(({ schema: { hosts, on = {} } }) => [
    ...(hosts ? [hosts] : []),
    ...Object.keys(on).map((word) => [word]),
  ]),
);
