import { describe, expect, test } from 'vitest';
import { mistakes } from '../fixtures/mistakes.ts';
import { readTiny } from '../fixtures/tiny.ts';
import { catalogue } from './catalogue.ts';

describe('catalogue', () => {
  test('finds no mistake in the small specification', () => {
    expect(readTiny().diagnostics).toEqual([]);
  });

  for (const [code, changes, place, others = []] of mistakes)
    test(`reports ${code}`, () => {
      const { diagnostics, model } = readTiny(changes);
      const reported = diagnostics.map((each) =>
        `${each.code} ${each.file}:${each.line}:${each.column}`.replace('tiny/', ''),
      );
      expect(reported).toContain(`${code} ${place}`.replace(' :', ' tiny:'));
      expect([...new Set(diagnostics.map((each) => each.code))].sort()).toEqual([code, ...others].sort());
      expect(model === undefined).toBe(diagnostics.some(({ severity }) => severity === 'error'));
    });

  test('says what was expected and what was found', () => {
    const messages = mistakes.map(([code, changes]) => {
      const found = readTiny(changes).diagnostics.find((each) => each.code === code);
      return [`${code}: ${found?.message}`, found?.suggestion].filter(Boolean).join(' ');
    });
    expect(messages).toMatchInlineSnapshot(`
      [
        "spec-missing: No specification in "tiny": it must contain a service.yaml.",
        "extends-unknown: "no-such-package" is neither a folder beside this file nor an installed package with a folder spec/. Install it, or correct the name.",
        "file-empty: The file is empty. Add its content or delete it.",
        "file-misplaced: Unexpected location of a spec file. Expected one of service.yaml, hosts/, networks/, operations/, schemas/, prices/, catalogs/, machines/, errors/, limits/, webhooks/, questions/, scenarios/, protocol/, statements/.",
        "file-kind: The first key of a file in this folder must be "limits". Did you mean "limits"?",
        "file-name: The file that defines "pier" must be named "pier.yaml".",
        "yaml-syntax: Invalid YAML: missed comma between flow collection entries.",
        "yaml-feature: YAML tags are not supported.",
        "yaml-duplicate-key: Duplicate key "group". Remove one of the two.",
        "yaml-comma: A comma ends the value before "not started". Put text with commas in quotes inside { }.",
        "key-unknown: Unknown key "sumary". Did you mean "summary"?",
        "key-missing: Missing required key "summary".",
        "key-missing: Missing required key "decision".",
        "type-wrong: Expected a number, found "many".",
        "value-unknown: Expected one of base64, base64url, found "base32". Did you mean "base64"?",
        "type-wrong: Expected a list with base64, which clients of the standard write, found an array.",
        "value-unknown: Expected one of after-upstream, after-upstream-or-on-poll, on-poll, on-accept, never, found "after-upsteam". Did you mean "after-upstream"?",
        "text-malformed: Expected a kebab-case id such as \`image-job\`, found "Text Area".",
        "value-out-of-range: Expected a number > 0, found "0".",
        "decimal-unquoted: Expected a decimal in quotes, found 0.0020: YAML numbers are binary and lose exact digits. Write "0.0020".",
        "id-duplicate: Duplicate limit "language-reads": it is already defined at tiny/limits/more.yaml:2:3.",
        "operation-unknown: Unknown operation "list-langauges". Did you mean "list-languages"?",
        "schema-unknown: Unknown schema "TranslationsRequest". Did you mean "TranslationRequest"?",
        "schema-unknown: Unknown schema "Dun".",
        "schema-unknown: Unknown schema "Dun".",
        "price-unknown: Unknown price "translations". Did you mean "translation"?",
        "machine-unknown: Unknown machine "transcriptions". Did you mean "transcription"?",
        "error-unknown: Unknown error "job-missing".",
        "catalog-unknown: Unknown catalog "language". Did you mean "languages"?",
        "host-unknown: Unknown host or host group "keep".",
        "host-unknown: Unknown host or host group "kounter". Did you mean "counter"?",
        "host-unknown: Unknown host or host group "percall". Did you mean "per-call"?",
        "limit-unknown: Unknown limit "language-read". Did you mean "language-reads"?",
        "network-unknown: Unknown network "base-sepolla". Did you mean "base-sepolia"?",
        "statement-unknown: Unknown statement "notes-0003". Did you mean "notes-003"?",
        "statement-excluded: Statement "notes-003" cannot be referenced, because it is excluded: scope text.",
        "document-unknown: Unknown document "notes". service.yaml lists the documents. Did you mean "note"?",
        "step-unknown: No earlier step of this scenario has \`as: won\`.",
        "expectation-unknown: No scenario has the expectation "quotes.same"; write <scenario>.<rule>.",
        "input-unknown: The price "translation" has no input "sizes". Did you mean "size"?",
        "path-malformed: Invalid path "POST translate": a path begins with / or {prefix}/.",
        "path-parameter-missing: The path has no parameter {id}, but params describes it.",
        "path-parameter-undeclared: The path parameter {part} is not described in the properties of params.",
        "path-parameter-undeclared: The path parameter {tongue} is not described in the properties of params.",
        "route-duplicate: Duplicate route GET /v2/languages on host "counter": operation "list-languages" already has it.",
        "host-challenge-large: The headers of a challenge of host "quay" take about 3288 bytes. Common proxies answer 502 to more than 4 KB of headers in all: offer fewer networks to stay below 3000.",
        "host-settlement-unpaid: Host "counter" is not paid on a chain. Remove "settlement".",
        "catalog-entry-unknown: The catalog "languages" has no entry "en". Did you mean "eu"?",
        "host-key-unpaid: \`keys\` is for hosts with \`auth: x402\`, where it stands for payments. "counter" has another.",
        "host-settlement-blind: Host "quay" settles through a facilitator, which nothing confirms. Add "rpc", a node that says what is on the chain.",
        "host-poll-missing: Host "quay" serves "transcribe", which creates a job, and no operation that polls it. Add "get-transcription".",
        "operation-free-refuses: Operation "get-transcription" is free, but returns 401, which is a refusal on host "quay". Remove it, or change "free" of the transport.",
        "body-content-type: "text/*" is no content type. Expected one in lower case without parameters, such as application/json or image/png.",
        "body-types-mixed: A body of the type "text/plain" has another shape than one of the type "application/json". Of one operation all are JSON or forms, all texts, or all bytes: make two operations.",
        "body-not-text: A body of the type "text/plain" is a text or bytes. Write \`schema: { type: string }\`.",
        "body-bytes-keyword: The keyword "required" is not read in bodies of bytes, which are data URIs in handlers. Leave it out; \`largest\` limits their size.",
        "body-bytes-example: The example of a body of bytes is a data URI. Expected one such as "data:image/png;base64,iVBORw0KGgo=".",
        "header-name: "X-Tone" cannot be the header of an operation. Expected lower-case letters, digits and hyphens, and none of the headers of HTTP and of payments.",
        "header-keyword: The keyword "additionalProperties" does not describe headers: a request has those of HTTP, too. Describe each under "properties".",
        "header-type: The header "x-tone" is sent as one text. Its type is string, integer, number or boolean.",
        "header-default: The header "x-tone" has a default, but handlers read headers as they were sent. Leave it out.",
        "header-example: A header of the example does not arrive as it is sent. Expected visible characters of ASCII, with spaces within.",
        "schema-pattern-keys: Keys by patterns are supported in maps of one pattern: \`patternProperties\` with one entry and \`additionalProperties: false\`, without \`properties\` and \`propertyNames\`.",
        "response-also-type: "application/json" cannot be asked for beside the content type of the response. Expected a text or bytes, such as text/csv or image/png.",
        "response-also-place: Only one success of an operation that has neither a stream nor a machine may have several content types.",
        "operation-auth-host: Host "quay" has auth x402, so that no caller could use auth key there. To take both, write \`keys: true\` into the file of a host with \`auth: x402\`.",
        "pages-field-unknown: The query has no field "after", by which pages are asked for.",
        "webhook-body: A webhook has either a "body", and is only described, or "send": then its body is what the poll answers.",
        "webhook-body: A webhook has either a "body", and is only described, or "send": then its body is what the poll answers.",
        "operation-unknown: Unknown operation "transcribed". Did you mean "transcribe"?",
        "webhook-operation: The operation "get-transcription" starts no job that one other operation polls by an id in its path.",
        "webhook-address: The body of the operation has no field "seconds" that is a text of the format "uri" in JSON.",
        "webhook-state: "running" is no final state of the machine "transcription".",
        "webhook-state: "finish" is no final state of the machine "transcription". Did you mean "finished"?",
        "price-metered-host: The price "counter-use" is metered, and host "quay" is paid per call: its challenge needs an amount before the call. Make the price quoted.",
        "host-payment-missing: Host "counter" has auth x402 and therefore requires the key "payment".",
        "asset-unlisted: Official clients pay in USDC on eip155:10 only where their users allow it. Tell buyers to set spendControls: { allowedAssets: [{ network: "eip155:10", asset: "0x036CbD53842c5426634e7929541eC2318f3dCF7e" }] }, and add "meant: [unlisted-asset]".",
        "network-domain-missing: The EVM network "base-sepolia" requires asset.domain, the EIP-712 domain of its asset.",
        "transport-duplicate: Host "quay" has a transport of protocol "one" already. State how payments travel in one file for each host.",
        "transport-schema-reference: The schemas of a transport stand alone: the standard has no schemas to refer to. Write the schema here.",
        "receipt-unwritten: The receipt of a success that a server writes on host "quay" does not fit: the value must have required property 'paid'. It has "transaction", "network", "payer", and every field with a "const" or "default".",
        "payment-unwritten: A payment of version 2 that clients write on host "quay" does not fit: the value must have required property 'memo'. Require nothing but what the standard does.",
        "receipts-alike: On host "quay", no field has one "const" in receipts of success and another in those of failure, so that clients cannot tell them apart.",
        "operation-area: No area can be named "index": in generated code that file lists all areas. Name it otherwise.",
        "operation-unpriced: The operation requires payment on host "quay", but has no price for that host.",
        "rule-duplicate: Duplicate rule "same-price". Rule ids must be unique within their entry.",
        "cel-syntax: Invalid CEL expression: Expected RPAREN, got EOF.",
        "cel-variable-unknown: Unknown variable "rates". Did you mean "rate"?",
        "cel-field-unknown: \`request\` (an object) has no field "texts". Did you mean "text"?",
        "cel-function-unknown: Unknown function "character". Did you mean "characters"?",
        "cel-arguments: characters() expects 1 argument, found 2.",
        "cel-type: The operator * expects a number, found a string.",
        "cel-type: A list of accepted values expects a list, found a string.",
        "cel-not-bool: Expected a condition of type boolean, found a number.",
        "cel-not-number: Expected an amount of type number, found a string.",
        "price-example-wrong: The example states 0.0085 USD, but the formula gives 0.015 USD.",
        "price-example-fails: The formula cannot be evaluated for this example: the catalog languages has no entry "xx".",
        "price-tiers-end: Every step of tiers has \`up_to\`, but the last one, which has no end.",
        "price-tiers-order: The step ends at or before the one above it. Order steps by \`up_to\`.",
        "key-missing: Missing required key "formula".",
        "price-input-unused: The input "spare" is unused. Remove it or use it.",
        "price-rounds-to-zero: The example of "translate" costs 0.00000012 USD, which is rounded to nothing. Round up, or add "meant: [free]".",
        "price-free: The example of "translate" costs nothing, so it is served without a payment. Add "meant: [free]" if that is meant.",
        "price-above-wallets: The example of "translate" costs 12 USD. Official clients sign at most 1 USD unless their users raise the limit. If that is meant, tell buyers to set spendControls: { maxAmountPerPayment: "$12" } or more, and add "meant: [above-1-usd]".",
        "price-bound-missing: The input "units" reads the response. State under \`bound\` the most that it can be.",
        "price-bound-needless: A quoted price is known before the call. Remove its \`bound\`.",
        "price-breakdown-wrong: The breakdown of this example sums to 0.0000231 USD, but the formula gives 0.004 USD.",
        "machine-initial-unknown: The initial state "wating" is not one of the states. Did you mean "waiting"?",
        "machine-state-unknown: Unknown state "finishd". Did you mean "finished"?",
        "machine-state-unreachable: The state "lost" is unreachable from the initial state.",
        "machine-final-exits: The state "finished" is final, so no transition may leave it.",
        "machine-dead-end: No transition leaves the state "finished". Add one or mark the state as final.",
        "machine-settles-unpolled: A job settles when it is polled, not on "upstream.finished". Write \`on: poll\` with \`if: upstream.finished\`.",
        "machine-cancel-missing: No operation cancels a job of this machine. Add one with \`machine: { id, role: cancel }\`.",
        "machine-cancel-idle: The machine "transcription" has no transition \`on: cancel\`, so that the operation would change nothing.",
        "machine-after-seconds: The key "seconds" is required with the event \`after\`, and only allowed with it.",
        "schema-keyword-unknown: Unknown JSON Schema keyword "minLenght". Did you mean "minLength"?",
        "schema-keyword-wrong: The keyword "minLength" expects a number, found "one".",
        "schema-endless: The schema "Translation" refers to itself for the same value, which has no end. Refer to it from properties or items.",
        "schema-name: The schema "Record" needs another name for its type in generated code: TypeScript has a type Record.",
        "schema-default-idle: The default of "extra" stands where no request is filled in: in a test (\`not\`, \`if\`), in the values of a map, or in a branch of a query or path. Move the field out, or remove the default.",
        "schema-bounds: No value can match both minLength 3000 and maxLength 2000.",
        "schema-pattern: The pattern is not a valid regular expression: /^[0-9+$/u: Unterminated character class.",
        "schema-required-undescribed: The required property "usages" is not described in properties.",
        "schema-default-invalid: The default does not match its schema: the value must be one of plain, formal.",
        "schema-annotation-idle: Provenance is given for the keyword "kind", which this schema does not have.",
        "example-invalid: The body of the example is invalid: /to is not a key of its catalog.",
        "violation-ineffective: The violation must break the rule "formal-is-short", but the rule accepts it.",
        "catalog-key-missing: The entry lacks "code", the key of its catalog.",
        "catalog-key-duplicate: Duplicate catalog key "eu".",
        "question-missing: The documents conflict on "notes-031". Record the decision as an entry of questions/ that lists it.",
        "schema-unused: The schema "Spare" is unused.",
        "error-unused: The error "spare" is unused: no operation lists it.",
        "price-unused: The price "spare" is unused: no operation has it.",
        "limit-unused: The limit "language-reads" is unused: it counts no operation.",
        "catalog-open-unknown: \`open\` lists "speed", which this entry does not have.",
        "catalog-unused: The catalog "spare" is unused.",
        "machine-unused: The machine "spare" is unused: no operation creates or polls it.",
      ]
    `);
  });

  test('has a case for every code', () => {
    // Formulas that have no code are found by the emitters; generators/emission.test.ts has their cases.
    const codes = [...mistakes.map(([code]) => code), 'cel-unwritable'];
    expect([...new Set(codes)].sort()).toEqual(Object.keys(catalogue).sort());
  });
});
