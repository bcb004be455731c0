interface CatalogueEntry {
  readonly severity: 'error' | 'warning';
  readonly message: (...details: never[]) => string;
}

/** Every diagnostic by code, with its severity and message. Codes are stable; people search for them. */
export const catalogue = {
  // Files and YAML
  'spec-missing': error((folder: string) => `No specification in ${quote(folder)}: it must contain a service.yaml.`),
  'extends-unknown': error(
    (name: string) =>
      `${quote(name)} is neither a folder beside this file nor an installed package with a folder spec/. Install it, or correct the name.`,
  ),
  'file-empty': error(() => 'The file is empty. Add its content or delete it.'),
  'file-misplaced': error((folders: string) => `Unexpected location of a spec file. Expected one of ${folders}.`),
  'file-kind': error((kind: string) => `The first key of a file in this folder must be ${quote(kind)}.`),
  'file-name': error((id: string, name: string) => `The file that defines ${quote(id)} must be named ${quote(name)}.`),
  'yaml-syntax': error((reason: string) => `Invalid YAML: ${reason}.`),
  'yaml-feature': error((reason: string) => `${reason}.`),
  'yaml-duplicate-key': error((key: string) => `Duplicate key ${quote(key)}. Remove one of the two.`),
  'yaml-comma': error(
    (key: string) => `A comma ends the value before ${quote(key)}. Put text with commas in quotes inside { }.`,
  ),

  // Shape
  'key-unknown': error((key: string) => `Unknown key ${quote(key)}.`),
  'key-missing': error((key: string) => `Missing required key ${quote(key)}.`),
  'type-wrong': error((expected: string, actual: string) => `Expected ${expected}, found ${actual}.`),
  'value-unknown': error((value: string, allowed: string) => `Expected one of ${allowed}, found ${quote(value)}.`),
  'text-malformed': error((value: string, expected: string) => `Expected ${expected}, found ${quote(value)}.`),
  'value-out-of-range': error((expected: string, actual: string) => `Expected ${expected}, found ${actual}.`),
  'decimal-unquoted': error(
    (text: string) => `Expected a decimal in quotes, found ${text}: YAML numbers are binary and lose exact digits.`,
  ),
  'id-duplicate': error(
    (kind: string, id: string, place: string) => `Duplicate ${kind} ${quote(id)}: it is already defined at ${place}.`,
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
    (id: string, reason: string) => `Statement ${quote(id)} cannot be referenced, because it is excluded: ${reason}.`,
  ),
  'document-unknown': error((id: string) => `Unknown document ${quote(id)}. service.yaml lists the documents.`),
  'step-unknown': error((name: string) => `No earlier step of this scenario has \`as: ${name}\`.`),
  'expectation-unknown': error(
    (id: string) => `No scenario has the expectation ${quote(id)}; write <scenario>.<rule>.`,
  ),
  'input-unknown': error((price: string, input: string) => `The price ${quote(price)} has no input ${quote(input)}.`),

  // Operations and hosts
  'path-malformed': error((path: string, reason: string) => `Invalid path ${quote(path)}: ${reason}.`),
  'path-parameter-missing': error((name: string) => `The path has no parameter {${name}}, but params describes it.`),
  'path-parameter-undeclared': error(
    (name: string) => `The path parameter {${name}} is not described in the properties of params.`,
  ),
  'route-duplicate': error(
    (route: string, host: string, other: string) =>
      `Duplicate route ${route} on host ${quote(host)}: operation ${quote(other)} already has it.`,
  ),
  'body-content-type': error(
    (type: string) =>
      `${quote(type)} is no content type. Expected one in lower case without parameters, such as application/json or image/png.`,
  ),
  'body-types-mixed': error(
    (type: string, first: string) =>
      `A body of the type ${quote(type)} has another shape than one of the type ${quote(first)}. Of one operation all are JSON or forms, all texts, or all bytes: make two operations.`,
  ),
  'body-not-text': error(
    (type: string) => `A body of the type ${quote(type)} is a text or bytes. Write \`schema: { type: string }\`.`,
  ),
  'body-bytes-keyword': error(
    (keyword: string) =>
      `The keyword ${quote(keyword)} is not read in bodies of bytes, which are data URIs in handlers. Leave it out; \`largest\` limits their size.`,
  ),
  'body-bytes-example': error(
    (type: string) =>
      `The example of a body of bytes is a data URI. Expected one such as "data:${type};base64,iVBORw0KGgo=".`,
  ),
  'header-name': error(
    (name: string) =>
      `${quote(name)} cannot be the header of an operation. Expected lower-case letters, digits and hyphens, and none of the headers of HTTP and of payments.`,
  ),
  'header-keyword': error(
    (keyword: string) =>
      `The keyword ${quote(keyword)} does not describe headers: a request has those of HTTP, too. Describe each under "properties".`,
  ),
  'header-type': error(
    (name: string) => `The header ${quote(name)} is sent as one text. Its type is string, integer, number or boolean.`,
  ),
  'header-default': error(
    (name: string) =>
      `The header ${quote(name)} has a default, but handlers read headers as they were sent. Leave it out.`,
  ),
  'header-example': error(
    () =>
      'A header of the example does not arrive as it is sent. Expected visible characters of ASCII, with spaces within.',
  ),
  'response-also-type': error(
    (type: string) =>
      `${quote(type)} cannot be asked for beside the content type of the response. Expected a text or bytes, such as text/csv or image/png.`,
  ),
  'response-also-place': error(
    () => 'Only one success of an operation that has neither a stream nor a machine may have several content types.',
  ),
  'pages-field-unknown': error(
    (name: string) => `The query has no field ${quote(name)}, by which pages are asked for.`,
  ),
  'webhook-body': error(
    () => 'A webhook has either a "body", and is only described, or "send": then its body is what the poll answers.',
  ),
  'webhook-operation': error(
    (operation: string) =>
      `The operation ${quote(operation)} starts no job that one other operation polls by an id in its path.`,
  ),
  'webhook-address': error(
    (field: string) =>
      `The body of the operation has no field ${quote(field)} that is a text of the format "uri" in JSON.`,
  ),
  'webhook-state': error(
    (state: string, machine: string) => `${quote(state)} is no final state of the machine ${quote(machine)}.`,
  ),
  'price-metered-host': error(
    (price: string, host: string) =>
      `The price ${quote(price)} is metered, and host ${quote(host)} is paid per call: its challenge needs an amount before the call. Make the price quoted.`,
  ),
  'host-payment-missing': error(
    (host: string) => `Host ${quote(host)} has auth x402 and therefore requires the key "payment".`,
  ),
  'host-challenge-large': warning(
    (host: string, bytes: string, max: string) =>
      `The headers of a challenge of host ${quote(host)} take about ${bytes} bytes. Common proxies answer 502 to more than 4 KB of headers in all: offer fewer networks to stay below ${max}.`,
  ),
  'host-key-unpaid': error(
    (key: string, host: string) =>
      `\`${key}\` is for hosts with \`auth: x402\`, where it stands for payments. ${quote(host)} has another.`,
  ),
  'host-settlement-unpaid': error((host: string) => `Host ${quote(host)} is not paid on a chain. Remove "settlement".`),
  'host-settlement-blind': error(
    (host: string) =>
      `Host ${quote(host)} settles through a facilitator, which nothing confirms. Add "rpc", a node that says what is on the chain.`,
  ),
  'host-poll-missing': error(
    (host: string, operation: string, needed: string) =>
      `Host ${quote(host)} serves ${quote(operation)}, which creates a job, and no operation that polls it. Add ${needed}.`,
  ),
  'operation-free-refuses': warning(
    (operation: string, http: string, host: string) =>
      `Operation ${quote(operation)} is free, but returns ${http}, which is a refusal on host ${quote(host)}. Remove it, or change "free" of the transport.`,
  ),
  'network-domain-missing': error(
    (network: string) => `The EVM network ${quote(network)} requires asset.domain, the EIP-712 domain of its asset.`,
  ),
  'asset-unlisted': warning(
    (symbol: string, network: string, address: string) =>
      `Official clients pay in ${symbol} on ${network} only where their users allow it. Tell buyers to set spendControls: { allowedAssets: [{ network: "${network}", asset: "${address}" }] }, and add "meant: [unlisted-asset]".`,
  ),
  'transport-duplicate': error(
    (host: string, first: string) =>
      `Host ${quote(host)} has a transport of protocol ${quote(first)} already. State how payments travel in one file for each host.`,
  ),
  'transport-schema-reference': error(
    () => 'The schemas of a transport stand alone: the standard has no schemas to refer to. Write the schema here.',
  ),
  'receipt-unwritten': error(
    (outcome: string, host: string, mistake: string) =>
      `The receipt of a ${outcome} that a server writes on host ${quote(host)} does not fit: ${mistake}. It has "transaction", "network", "payer", and every field with a "const" or "default".`,
  ),
  'payment-unwritten': error(
    (version: string, host: string, mistake: string) =>
      `A payment of version ${version} that clients write on host ${quote(host)} does not fit: ${mistake}. Require nothing but what the standard does.`,
  ),
  'receipts-alike': error(
    (host: string) =>
      `On host ${quote(host)}, no field has one "const" in receipts of success and another in those of failure, so that clients cannot tell them apart.`,
  ),
  'operation-auth-host': error(
    (host: string, auth: string, other: string) =>
      `Host ${quote(host)} has auth ${other}, so that no caller could use auth ${auth} there. To take both, write \`keys: true\` into the file of a host with \`auth: x402\`.`,
  ),
  'operation-area': error(
    () => 'No area can be named "index": in generated code that file lists all areas. Name it otherwise.',
  ),
  'operation-unpriced': error(
    (host: string) => `The operation requires payment on host ${quote(host)}, but has no price for that host.`,
  ),
  'rule-duplicate': error((id: string) => `Duplicate rule ${quote(id)}. Rule ids must be unique within their entry.`),

  // CEL
  'cel-syntax': error((reason: string) => `Invalid CEL expression: ${reason}.`),
  'cel-variable-unknown': error((name: string) => `Unknown variable ${quote(name)}.`),
  'cel-field-unknown': error((name: string, owner: string) => `${owner} has no field ${quote(name)}.`),
  'cel-function-unknown': error((name: string) => `Unknown function ${quote(name)}.`),
  'cel-arguments': error(
    (name: string, expected: string, actual: string) => `${name}() expects ${expected}, found ${actual}.`,
  ),
  'cel-type': error(
    (where: string, expected: string, actual: string) => `${where} expects ${expected}, found ${actual}.`,
  ),
  'cel-not-bool': error((actual: string) => `Expected a condition of type boolean, found ${actual}.`),
  'cel-unwritable': error((reason: string) => `No exact code can be written for the formula: ${reason}`),
  'cel-not-number': error((actual: string) => `Expected an amount of type number, found ${actual}.`),

  // Prices
  'price-example-wrong': error(
    (stated: string, computed: string) => `The example states ${stated} USD, but the formula gives ${computed} USD.`,
  ),
  'price-example-fails': error((reason: string) => `The formula cannot be evaluated for this example: ${reason}.`),
  'price-tiers-end': error(() => 'Every step of tiers has `up_to`, but the last one, which has no end.'),
  'price-tiers-order': error(() => 'The step ends at or before the one above it. Order steps by `up_to`.'),
  'price-input-unused': warning((name: string) => `The input ${quote(name)} is unused. Remove it or use it.`),
  'price-bound-missing': error(
    (name: string) => `The input ${quote(name)} reads the response. State under \`bound\` the most that it can be.`,
  ),
  'price-bound-needless': error(() => 'A quoted price is known before the call. Remove its `bound`.'),
  'price-rounds-to-zero': warning(
    (operation: string, exact: string) =>
      `The example of ${quote(operation)} costs ${exact} USD, which is rounded to nothing. Round up, or add "meant: [free]".`,
  ),
  'price-free': warning(
    (operation: string) =>
      `The example of ${quote(operation)} costs nothing, so it is served without a payment. Add "meant: [free]" if that is meant.`,
  ),
  'price-above-wallets': warning(
    (operation: string, usd: string) =>
      `The example of ${quote(operation)} costs ${usd} USD. Official clients sign at most 1 USD unless their users raise the limit. If that is meant, tell buyers to set spendControls: { maxAmountPerPayment: "$${usd}" } or more, and add "meant: [above-1-usd]".`,
  ),
  'price-breakdown-wrong': warning(
    (sum: string, total: string) =>
      `The breakdown of this example sums to ${sum} USD, but the formula gives ${total} USD.`,
  ),

  // Machines
  'machine-initial-unknown': error((state: string) => `The initial state ${quote(state)} is not one of the states.`),
  'machine-state-unknown': error((state: string) => `Unknown state ${quote(state)}.`),
  'machine-state-unreachable': error(
    (state: string) => `The state ${quote(state)} is unreachable from the initial state.`,
  ),
  'machine-final-exits': error((state: string) => `The state ${quote(state)} is final, so no transition may leave it.`),
  'machine-dead-end': warning(
    (state: string) => `No transition leaves the state ${quote(state)}. Add one or mark the state as final.`,
  ),
  'machine-settles-unpolled': warning(
    (event: string) =>
      `A job settles when it is polled, not on ${quote(event)}. Write \`on: poll\` with \`if: upstream.finished\`.`,
  ),
  'machine-cancel-missing': error(
    () => 'No operation cancels a job of this machine. Add one with `machine: { id, role: cancel }`.',
  ),
  'machine-cancel-idle': error(
    (machine: string) =>
      `The machine ${quote(machine)} has no transition \`on: cancel\`, so that the operation would change nothing.`,
  ),
  'machine-after-seconds': error(
    () => 'The key "seconds" is required with the event `after`, and only allowed with it.',
  ),

  // JSON Schema
  'schema-keyword-unknown': error((keyword: string) => `Unknown JSON Schema keyword ${quote(keyword)}.`),
  'schema-keyword-wrong': error(
    (keyword: string, expected: string, actual: string) =>
      `The keyword ${quote(keyword)} expects ${expected}, found ${actual}.`,
  ),
  'schema-endless': error(
    (id: string) =>
      `The schema ${quote(id)} refers to itself for the same value, which has no end. Refer to it from properties or items.`,
  ),
  'schema-name': error(
    (id: string, reason: string) =>
      `The schema ${quote(id)} needs another name for its type in generated code: ${reason}.`,
  ),
  'schema-default-idle': error(
    (name: string) =>
      `The default of ${quote(name)} stands where no request is filled in: in a test (\`not\`, \`if\`), in the values of a map, or in a branch of a query or path. Move the field out, or remove the default.`,
  ),
  'schema-bounds': error((low: string, high: string) => `No value can match both ${low} and ${high}.`),
  'schema-pattern': error((reason: string) => `The pattern is not a valid regular expression: ${reason}.`),
  'schema-pattern-keys': error(
    () =>
      'Keys by patterns are supported in maps of one pattern: `patternProperties` with one entry and `additionalProperties: false`, without `properties` and `propertyNames`.',
  ),
  'schema-required-undescribed': error(
    (name: string) => `The required property ${quote(name)} is not described in properties.`,
  ),
  'schema-default-invalid': error((reason: string) => `The default does not match its schema: ${reason}.`),
  'schema-annotation-idle': error(
    (keyword: string) => `Provenance is given for the keyword ${quote(keyword)}, which this schema does not have.`,
  ),

  // Examples
  'example-invalid': error((part: string, reason: string) => `The ${part} of the example is invalid: ${reason}.`),
  'violation-ineffective': error(
    (rule: string) => `The violation must break the rule ${quote(rule)}, but the rule accepts it.`,
  ),

  // Catalogs and questions
  'catalog-key-missing': error((key: string) => `The entry lacks ${quote(key)}, the key of its catalog.`),
  'catalog-key-duplicate': error((value: string) => `Duplicate catalog key ${quote(value)}.`),
  'catalog-entry-unknown': error(
    (catalog: string, key: string) => `The catalog ${quote(catalog)} has no entry ${quote(key)}.`,
  ),
  'catalog-open-unknown': error((column: string) => `\`open\` lists ${quote(column)}, which this entry does not have.`),
  'question-missing': warning(
    (statement: string) =>
      `The documents conflict on ${quote(statement)}. Record the decision as an entry of questions/ that lists it.`,
  ),

  // What nothing uses
  'schema-unused': warning((id: string) => `The schema ${quote(id)} is unused.`),
  'error-unused': warning((id: string) => `The error ${quote(id)} is unused: no operation lists it.`),
  'price-unused': warning((id: string) => `The price ${quote(id)} is unused: no operation has it.`),
  'limit-unused': warning((id: string) => `The limit ${quote(id)} is unused: it counts no operation.`),
  'catalog-unused': warning((id: string) => `The catalog ${quote(id)} is unused.`),
  'machine-unused': warning((id: string) => `The machine ${quote(id)} is unused: no operation creates or polls it.`),
} as const satisfies Record<string, CatalogueEntry>;

/** Code of a diagnostic. */
export type Code = keyof typeof catalogue;

/** The details that the message of a code contains. */
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
