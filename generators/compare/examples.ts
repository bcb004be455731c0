/** Edits of the small specification that several examples share. */

/** An operation more. */
export const counting = {
  'operations/text/count-languages.yaml': `operation: count-languages
area: text
summary: Count the languages
from: notes-006
http: GET {prefix}/languages/count
auth: none
responses:
  200: { schema: Usage, description: How many there are }
example: {}
`,
} as const;

/** The lines that make an operation stream. */
export const stream = 'stream: { when: request.tone == "plain", done: "[DONE]", from: notes-017 }\n';

/** An operation that streams. */
export const streaming = {
  'operations/text/translate.yaml': ['price: {', `${stream}price: {`],
} as const;

/** One more network. */
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
