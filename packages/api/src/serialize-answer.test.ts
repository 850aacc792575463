import superjson from 'superjson'
import { expect, test } from 'vitest'
import { serializeAnswer, writeAnswer } from './serialize-answer.ts'

/** Each another one: superjson notes which things are the same thing, and of answers nobody asks that. */
const date = () => new Date('2026-03-01T10:00:00.123Z')

test.each([
  ['nothing', null],
  ['a word', 'Karibu'],
  ['a date alone', date()],
  ['a list without dates', [{ id: 1, points: 5, title: 'a.b', tags: [] }]],
  [
    'dates in lists and in one another',
    { rows: [{ at: date() }, { at: null }, { at: date(), deep: { also: [date()] } }], at: date() },
  ],
  ['what is missing', { at: date(), note: undefined, rows: [undefined, 1] }],
  ['nothing at all', undefined],
  ['numbers that JSON has no word for', { a: Number.NaN, b: Number.POSITIVE_INFINITY, c: -0, at: date() }],
  ['a date that is none', { at: new Date('never') }],
  ['keys that look like paths', { 'a.b': date(), 'c\\d': { at: date() } }],
  ['keys that JSON escapes', { 'said "so"': date(), 'a\nb': { at: date() }, '\ud800': [date()] }],
  ['sets, maps and big numbers', { set: new Set([1]), map: new Map([['a', date()]]), big: 1n }],
])('an answer with %s arrives as superjson alone would bring it', (_name, answer) => {
  const plain = JSON.stringify(superjson.serialize(answer))
  expect(JSON.parse(JSON.stringify(serializeAnswer(answer)))).toEqual(JSON.parse(plain))
  expect(writeAnswer(answer)).toBe(plain)
})

test('the same date twice arrives twice', () => {
  const at = date()
  for (const sent of [JSON.stringify(serializeAnswer([{ at }, { at }])), writeAnswer([{ at }, { at }])]) {
    expect(superjson.parse(sent)).toEqual([{ at }, { at }])
  }
})

test.each(['__proto__', 'constructor', 'prototype'])('an answer with the key %s is refused', (key) => {
  const answer = JSON.parse(`{"${key}": {"a": 1}}`)
  expect(() => serializeAnswer(answer)).toThrow('prototype pollution')
  expect(() => writeAnswer(answer)).toThrow('prototype pollution')
})
