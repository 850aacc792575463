import { expect, test } from 'vitest'
import { isNonsense, isTelling, listOpenAnswers, normaliseAnswer } from '../quality.ts'
import { fourQuestions } from '../testing.ts'

test.each([
  ['  School FEES,  and… rent! ', 'school fees and rent'],
  ['Ｆｕｌｌ width', 'full width'],
  ['...', ''],
])('%j is compared as %j', (text, normal) => {
  expect(normaliseAnswer(text)).toBe(normal)
})

test.each([
  ['none', false],
  ['i have no comment', false],
  ['lower prices for maize flour', true],
  ['averyveryverylongwordwithoutspaces', false],
])('%j tells something about who wrote it: %s', (text, isTold) => {
  expect(isTelling(text)).toBe(isTold)
})

test.each([
  ['aaaa', true],
  ['a a a a a', true],
  ['asdfghjkl', true],
  ['asdf qwer', false],
  ['asdasd', true],
  ['12345', true],
  ['aaa', false],
  ['zzz top', false],
  ['saving for school', false],
  ['asali', false],
])('%j has no words: %s', (text, isEmpty) => {
  expect(isNonsense(text)).toBe(isEmpty)
})

test('only typed answers are compared, and empty ones are none', () => {
  const typed = new Map<number, string | number>([
    [1, 'SACCO'],
    [4, 'A Roof!'],
  ])
  expect(listOpenAnswers(fourQuestions, typed)).toEqual([{ questionId: 4, text: 'a roof' }])
  expect(listOpenAnswers(fourQuestions, new Map([[4, '']]))).toEqual([])
})
