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
