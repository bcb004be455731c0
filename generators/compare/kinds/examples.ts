import type { Example } from '../kind.ts';

const countLanguages = `operation: count-languages
area: text
summary: Count the languages
from: notes-006
http: GET {prefix}/languages/count
auth: none
responses:
  200: { schema: Usage, description: How many there are }
example: {}
`;

/** Adds an operation. */
export const counting = { 'operations/text/count-languages.yaml': countLanguages } as const;

/** Adds the operation of `counting` with one text in it replaced. */
export function countingWith(text: string, replacement: string): Example['edit'] {
  return { 'operations/text/count-languages.yaml': countLanguages.replace(text, replacement) };
}

/** The lines that make an operation stream. */
const stream = 'stream: { when: request.tone == "plain", done: "[DONE]", from: notes-017 }\n';

/** An edit that makes an operation stream. */
export const streaming = {
  'operations/text/translate.yaml': ['price: {', `${stream}price: {`],
} as const;

/** Adds a network. */
export const sister = {
  'networks/sister.yaml': `network: sister
caip2: eip155:8453
from: notes-002
asset: { symbol: USDC, address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", decimals: 6, domain: { name: USDC, version: "2" }, status: assumed }
`,
} as const;

/** A host that takes payments on it, too. */
export const takesSister = {
  'hosts/quay.yaml': ['network: base-sepolia', 'network: base-sepolia\n  also: [sister]'],
} as const;

/** Gives each language a maximum length of its texts, and adds the rule that reads it. */
export const longestTexts = {
  'catalogs/languages.yaml': [
    ['rate: "0.0000145"', 'rate: "0.0000145", longest: 100'],
    ['rate: "0.0000021"', 'rate: "0.0000021", longest: 100'],
    ['rate: "0.00003"', 'rate: "0.00003", longest: 100'],
  ],
  'operations/text/translate.yaml': [
    'rules:\n',
    'rules:\n  - { rule: whole, summary: Some languages take long texts, must: \'characters(request.text) <= catalog("languages", request.to).longest\', error: invalid-body, from: notes-026, violation: { body: { text: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx } } }\n',
  ],
} as const;

const audio = 'schemas/audio.yaml';

/** The lines of the small specification before which an example adds a field. */
const places = { request: '      seconds:', response: '      charged:' } as const;

/** An example in which the schema of one field of a request or response changes. */
export function fieldExample(side: keyof typeof places, before: string, after: string): Example {
  const place = places[side];
  return {
    given: { [audio]: [place, `      extra: ${before}\n${place}`] },
    edit: { [audio]: [`extra: ${before}`, `extra: ${after}`] },
  };
}
