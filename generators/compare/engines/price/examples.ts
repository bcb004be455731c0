/** Edits of the small specification by which each language says how long texts may be. */
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
