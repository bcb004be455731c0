import { readdirSync, readFileSync } from 'node:fs';
import { isObject } from '@tollwright/runtime/values/json';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import type { JsonObject } from '../toolkit/messages.ts';
import { variants } from './index.ts';

const folder = new URL('../../spec/questions/', import.meta.url);

const read = (url: URL): JsonObject => {
  const value = load(readFileSync(url, 'utf8'));
  return isObject(value) ? value : {};
};

const questions = readdirSync(folder).flatMap((file) => Object.keys(Object(read(new URL(file, folder)).questions)));
const varied = new Set(variants.flatMap(({ questions: answered }) => answered ?? []));
const unvaried = read(new URL('unvaried.yaml', import.meta.url));

test('every question has a variant that answers it in another way, or a reason why none can', () => {
  expect(questions.filter((id) => !varied.has(id) && unvaried[id] === undefined)).toEqual([]);
});

test('no question has both', () => {
  expect(Object.keys(unvaried).filter((id) => varied.has(id))).toEqual([]);
});

test('variants and reasons are about questions that there are', () => {
  expect([...varied, ...Object.keys(unvaried)].filter((id) => !questions.includes(id))).toEqual([]);
});

test('every reason is a sentence', () => {
  expect(Object.values(unvaried).filter((reason) => !/^[A-Z].{20,}\.$/.test(String(reason)))).toEqual([]);
});
