/** Every diagnostic by code: how bad it is and what it says. Codes are stable; people search for them. */

interface CatalogueEntry {
  readonly severity: 'error' | 'warning';
  readonly message: (...details: never[]) => string;
}

export const catalogue = {
  // Files and YAML
  'spec-missing': error((folder: string) => `There is no specification in ${quote(folder)}; it needs a service.yaml.`),
  'file-empty': error(() => 'The file is empty.'),
  'file-misplaced': error((kinds: string) => `No kind of spec file lives here. There are ${kinds}.`),
  'file-kind': error((kind: string) => `A file in this folder starts with the key ${quote(kind)}.`),
  'file-name': error((id: string, name: string) => `The file of ${quote(id)} is named ${quote(name)}.`),
  'yaml-syntax': error((reason: string) => `The YAML cannot be read: ${reason}.`),
  'yaml-feature': error((reason: string) => `${reason}.`),
  'yaml-duplicate-key': error((key: string) => `The key ${quote(key)} is written twice.`),
  'yaml-comma': error(
    (key: string) => `A comma ended the value before ${quote(key)}; text with commas inside { } is quoted.`,
  ),

  // Shape
  'key-unknown': error((key: string) => `Unknown key ${quote(key)}.`),
  'key-missing': error((key: string) => `The key ${quote(key)} is missing.`),
  'type-wrong': error((expected: string, actual: string) => `Expected ${expected}, found ${actual}.`),
  'value-unknown': error((value: string, allowed: string) => `${quote(value)} is not one of ${allowed}.`),
  'text-malformed': error((value: string, expected: string) => `${quote(value)} is not ${expected}.`),
  'value-out-of-range': error((sentence: string) => `${sentence}.`),
  'decimal-unquoted': error((text: string) => `The decimal ${text} loses its exact text unless it is quoted.`),
  'id-duplicate': error(
    (kind: string, id: string, place: string) => `The ${kind} ${quote(id)} is already defined at ${place}.`,
  ),

  // References
  'operation-unknown': error((id: string) => `Unknown operation ${quote(id)}.`),
  'schema-unknown': error((id: string) => `Unknown schema ${quote(id)}.`),
  'price-unknown': error((id: string) => `Unknown price ${quote(id)}.`),
  'machine-unknown': error((id: string) => `Unknown machine ${quote(id)}.`),
  'error-unknown': error((id: string) => `Unknown error ${quote(id)}.`),
  'catalog-unknown': error((id: string) => `Unknown catalog ${quote(id)}.`),
  'host-unknown': error((id: string) => `Unknown host or host group ${quote(id)}.`),
  'limit-unknown': error((id: string) => `Unknown limit ${quote(id)}.`),
  'network-unknown': error((id: string) => `Unknown network ${quote(id)}.`),
  'statement-unknown': error((id: string) => `Unknown statement ${quote(id)}.`),
  'statement-excluded': error(
    (id: string, reason: string) => `The statement ${quote(id)} is excluded from the specification: ${reason}.`,
  ),
  'document-unknown': error((id: string) => `Unknown document ${quote(id)}.`),
  'step-unknown': error((name: string) => `No earlier step is named ${quote(name)}.`),
  'expectation-unknown': error((id: string) => `No story expects ${quote(id)}.`),
  'input-unknown': error((price: string, input: string) => `The price ${quote(price)} has no input ${quote(input)}.`),

  // Operations and hosts
  'path-malformed': error((path: string, reason: string) => `The path ${quote(path)} is malformed: ${reason}.`),
  'path-parameter-missing': error((name: string) => `The parameter ${quote(name)} does not occur in the path.`),
  'path-parameter-undeclared': error((name: string) => `The path parameter ${quote(name)} is not described in params.`),
  'route-duplicate': error(
    (route: string, host: string, other: string) =>
      `${route} on host ${quote(host)} is also the route of ${quote(other)}.`,
  ),
  'host-payment-missing': error((host: string) => `The host ${quote(host)} is paid per call but has no payment.`),
  'network-domain-missing': error(
    (network: string) => `The EVM network ${quote(network)} needs the EIP-712 domain of its asset.`,
  ),
  'operation-unpriced': error((host: string) => `The operation is paid on host ${quote(host)} but has no price there.`),
  'rule-duplicate': error((id: string) => `The rule ${quote(id)} is already defined.`),

  // CEL
  'cel-syntax': error((reason: string) => `The expression cannot be read: ${reason}.`),
  'cel-variable-unknown': error((name: string) => `Unknown variable ${quote(name)}.`),
  'cel-field-unknown': error((name: string, owner: string) => `${owner} has no field ${quote(name)}.`),
  'cel-function-unknown': error((name: string) => `Unknown function ${quote(name)}.`),
  'cel-arguments': error((name: string, expected: string) => `${name} takes ${expected}.`),
  'cel-type': error(
    (where: string, expected: string, actual: string) => `${where} takes ${expected}, found ${actual}.`,
  ),
  'cel-not-bool': error((actual: string) => `A condition has to be true or false, found ${actual}.`),
  'cel-not-number': error((actual: string) => `A price has to be a number, found ${actual}.`),

  // Prices
  'price-example-wrong': error(
    (stated: string, computed: string) => `The example states ${stated} USD, but the formula gives ${computed} USD.`,
  ),
  'price-example-fails': error((reason: string) => `The formula cannot be evaluated for this example: ${reason}.`),
  'price-input-unused': warning((name: string) => `The input ${quote(name)} is never used.`),
  'price-breakdown-wrong': warning(
    (sum: string, total: string) =>
      `The breakdown of this example sums to ${sum} USD, but the formula gives ${total} USD.`,
  ),

  // Machines
  'machine-initial-unknown': error((state: string) => `The initial state ${quote(state)} is not one of the states.`),
  'machine-state-unknown': error((state: string) => `Unknown state ${quote(state)}.`),
  'machine-state-unreachable': error((state: string) => `No transition leads to the state ${quote(state)}.`),
  'machine-final-exits': error((state: string) => `The state ${quote(state)} is final, but this transition leaves it.`),
  'machine-dead-end': warning(
    (state: string) => `The state ${quote(state)} is not final, but no transition leaves it.`,
  ),
  'machine-after-seconds': error(() => 'The event `after` needs its seconds, and only it has them.'),

  // JSON Schema
  'schema-keyword-unknown': error((keyword: string) => `Unknown JSON Schema keyword ${quote(keyword)}.`),
  'schema-keyword-wrong': error(
    (keyword: string, expected: string, actual: string) =>
      `The keyword ${quote(keyword)} takes ${expected}, found ${actual}.`,
  ),
  'schema-bounds': error((low: string, high: string) => `No value satisfies both ${low} and ${high}.`),
  'schema-pattern': error((reason: string) => `The pattern is not a regular expression: ${reason}.`),
  'schema-required-undescribed': error(
    (name: string) => `The required property ${quote(name)} is not described in properties.`,
  ),
  'schema-default-invalid': error((reason: string) => `The default breaks its own schema: ${reason}.`),
  'schema-annotation-idle': error(
    (keyword: string) => `The provenance names ${quote(keyword)}, which this schema does not have.`,
  ),

  // Examples
  'example-invalid': error((part: string, reason: string) => `The example ${part} is not valid: ${reason}.`),
  'violation-ineffective': error((rule: string) => `This request does not break the rule ${quote(rule)}.`),

  // Catalogs and questions
  'catalog-key-missing': error((key: string) => `The entry has no ${quote(key)}, which is the key of its catalog.`),
  'catalog-key-duplicate': error((value: string) => `Another entry has the key ${quote(value)}.`),
  'catalog-open-unknown': error((column: string) => `The entry has no column ${quote(column)} to leave open.`),
  'question-missing': warning(
    (statement: string) => `The documents disagree on ${quote(statement)}, but no question tells the decision.`,
  ),

  // What nothing uses
  'schema-unused': warning((id: string) => `Nothing uses the schema ${quote(id)}.`),
  'error-unused': warning((id: string) => `No operation answers with the error ${quote(id)}.`),
  'price-unused': warning((id: string) => `No operation has the price ${quote(id)}.`),
  'limit-unused': warning((id: string) => `No operation counts towards the limit ${quote(id)}.`),
  'catalog-unused': warning((id: string) => `Nothing reads the catalog ${quote(id)}.`),
  'machine-unused': warning((id: string) => `No operation creates or polls the machine ${quote(id)}.`),
} as const satisfies Record<string, CatalogueEntry>;

/** Code of a diagnostic. */
export type Code = keyof typeof catalogue;

/** What the message of a code is made from. */
export type Arguments<C extends Code> = Parameters<(typeof catalogue)[C]['message']>;

function error<M extends CatalogueEntry['message']>(message: M) {
  return { severity: 'error', message } as const;
}

function warning<M extends CatalogueEntry['message']>(message: M) {
  return { severity: 'warning', message } as const;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
