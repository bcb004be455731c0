import { harmless } from '../change.ts';
import { type AnyKind, defineAddedAndRemoved, defineKind } from '../kind.ts';
import { shown } from '../words.ts';

/** Changes of the service, its documents and their statements. */
export const serviceKinds: readonly AnyKind[] = [
  defineKind({
    id: 'service-description-changed',
    scope: 'service',
    title: 'The title or description of the service changed',
    parts: ['title', 'description', 'id'],
    levels: harmless,
    reason: 'Descriptions do not affect requests or responses',
    advice: 'Nothing',
    *find(_, after) {
      yield { sentence: `The description of the service changed: ${shown(after.title)}` };
    },
    example: {
      edit: { 'service.yaml': ['title: Quayside Language Service', 'title: Quayside Languages'] },
    },
  }),
  defineKind({
    id: 'service-version-changed',
    scope: 'service',
    title: 'The service has a new version',
    parts: ['version'],
    levels: harmless,
    reason: 'The version says that something changed, not what',
    advice: 'Read the other changes',
    *find(before, after) {
      yield { sentence: `The version is ${shown(after.version)} instead of ${shown(before.version)}` };
    },
    example: {
      edit: { 'service.yaml': ['version: 0.3.0', 'version: 0.4.0'] },
    },
  }),
  defineKind({
    id: 'constant-changed',
    scope: 'service',
    title: 'A constant of the formulas changed',
    parts: ['constants'],
    levels: harmless,
    reason: 'Its effect on each price is reported with the price',
    advice: 'Read the changes of the prices',
    *find(before, after) {
      const names = [...new Set([...Object.keys(before.constants), ...Object.keys(after.constants)])];
      for (const name of names) {
        const [one, other] = [before.constants[name], after.constants[name]];
        if (one !== other)
          yield {
            sentence: `The constant \`${name}\` is ${shown(other)} instead of ${shown(one)}`,
            path: ['constants', name],
          };
      }
    },
    example: {
      given: { 'service.yaml': ['constants:\n', 'constants:\n  spare: "1"\n'] },
      edit: { 'service.yaml': ['spare: "1"', 'spare: "2"'] },
    },
  }),
  ...defineAddedAndRemoved({
    scope: 'document',
    added: {
      id: 'document-added',
      title: 'A document is new',
      levels: harmless,
      reason: 'What it says is reported with its statements and rules',
      advice: 'Read it',
      *find(thing) {
        yield { sentence: `The document ${shown(thing.title)} is new` };
      },
    },
    removed: {
      id: 'document-removed',
      title: 'A document was removed',
      levels: harmless,
      reason: 'What it said is reported with its statements and rules',
      advice: 'Nothing',
      *find(thing) {
        yield { sentence: `The document ${shown(thing.title)} was removed` };
      },
    },
    example: {
      edit: { 'service.yaml': ['documents:\n', 'documents:\n  letters: Letters of the harbour office\n'] },
    },
  }),
  defineKind({
    id: 'document-retitled',
    scope: 'document',
    title: 'A document has a new title',
    parts: ['title'],
    levels: harmless,
    reason: 'Titles do not affect requests or responses',
    advice: 'Nothing',
    *find(before, after) {
      yield { sentence: `The document ${shown(before.title)} is now called ${shown(after.title)}` };
    },
    example: {
      edit: { 'service.yaml': ['notes: Notes of the harbour office', 'notes: Notes of the office'] },
    },
  }),
  ...defineAddedAndRemoved({
    scope: 'statement',
    added: {
      id: 'statement-added',
      title: 'A document has a new statement',
      levels: harmless,
      reason: 'Its effect on requests and responses is reported with the rules that cite it',
      advice: 'Read it and the rules that cite it',
      *find(thing) {
        yield { sentence: `The documents now state \`${thing.id}\`: ${shown(thing.text)}` };
      },
    },
    removed: {
      id: 'statement-removed',
      title: 'A statement was removed from a document',
      levels: { callers: 'compatible', operators: 'compatible', suite: 'risky' },
      reason: 'Rules that cited it have less support; they are reported where they change',
      advice: 'Read the rules that cited it',
      *find(thing) {
        yield { sentence: `The documents no longer state \`${thing.id}\`: ${shown(thing.text)}` };
      },
    },
    example: {
      edit: {
        'statements/notes/all.yaml': [
          'statements:\n',
          'statements:\n  notes-099: { section: Hosts, kind: host, testable: none, text: The quay is closed on Mondays, excluded: about the office }\n',
        ],
      },
    },
  }),
  defineKind({
    id: 'statement-reworded',
    scope: 'statement',
    title: 'The text of a statement changed',
    parts: ['text'],
    levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
    reason: 'The new text may have a meaning that no rule reflects yet',
    advice: 'Compare both texts, and read the rules that cite it',
    *find(before, after) {
      yield { sentence: `\`${after.id}\` says ${shown(after.text)} instead of ${shown(before.text)}` };
    },
    example: {
      edit: {
        'statements/notes/all.yaml': [
          'The list may be read five times a minute',
          'The list may be read five times in a minute',
        ],
      },
    },
  }),
  defineKind({
    id: 'statement-moved',
    scope: 'statement',
    title: 'A statement moved to another section or document',
    parts: ['section', 'document'],
    levels: harmless,
    reason: 'Its text is the same',
    advice: 'Nothing',
    *find(before, after) {
      yield { sentence: `\`${after.id}\` is in ${shown(after.section)} instead of ${shown(before.section)}` };
    },
    example: {
      edit: { 'statements/notes/all.yaml': ['notes-031: { section: Payment', 'notes-031: { section: Hosts'] },
    },
  }),
  defineKind({
    id: 'statement-excluded',
    scope: 'statement',
    title: 'A statement is now excluded, or included again',
    parts: ['excluded'],
    levels: { callers: 'compatible', operators: 'compatible', suite: 'risky' },
    reason: 'No check covers an excluded statement',
    advice: 'Read the reason for it',
    *find(_, after) {
      yield {
        sentence: after.excluded ? `\`${after.id}\` is excluded: ${after.excluded}` : `\`${after.id}\` is included`,
      };
    },
    example: {
      given: {
        'statements/notes/all.yaml': [
          'statements:\n',
          'statements:\n  notes-099: { section: Hosts, kind: host, testable: none, text: The quay is closed on Mondays, excluded: about the office }\n',
        ],
      },
      edit: { 'statements/notes/all.yaml': ['excluded: about the office', 'excluded: about Mondays'] },
    },
  }),
  defineKind({
    id: 'statement-classification-changed',
    scope: 'statement',
    title: 'The kind or testability of a statement changed',
    parts: ['kind', 'testable', 'note'],
    levels: { callers: 'compatible', operators: 'compatible', suite: 'risky' },
    reason: 'Both are judgements of this specification; they decide where the suite looks',
    advice: 'Read the checks of its rules',
    *find(_, after) {
      yield {
        sentence: `\`${after.id}\` has the kind ${shown(after.kind)} and the testability ${shown(after.testable)}`,
      };
    },
    example: {
      edit: {
        'statements/notes/all.yaml': [
          'notes-031: { section: Payment, kind: conflict',
          'notes-031: { section: Payment, kind: rule',
        ],
      },
    },
  }),
];
