import { expect, test } from 'vitest'
import { ExpressionRefused, parseExpression, toLogic } from './expression.ts'

const targets = {
  one: { path: 'one', kind: 'one' },
  list: { path: 'list', kind: 'list' },
  n: { path: 'n', kind: 'value' },
} as const
const scope = {
  self: targets.n,
  resolve: (name: string) => targets[name as keyof typeof targets],
}
const translate = (text: string) => toLogic(parseExpression(text), scope)

test.each([
  ["selected(${list}, 'a')", { in: ['a', { var: 'list' }] }],
  ["selected(${one}, 'a')", { '==': [{ var: 'one' }, 'a'] }],
  ['${one} = 1', { '==': [{ var: 'one' }, '1'] }],
  ["${one} != ''", { '!=': [{ var: 'one' }, null] }],
  ['string-length(${n}) > 0', { '!=': [{ var: 'n' }, null] }],
  ['not(${n}>=3)', { '!': [{ '>=': [{ var: 'n' }, 3] }] }],
  [
    '${n} < 1 or ${n} > 2 and ${n} != 5',
    {
      or: [{ '<': [{ var: 'n' }, 1] }, { and: [{ '>': [{ var: 'n' }, 2] }, { '!=': [{ var: 'n' }, 5] }] }],
    },
  ],
  ['(${n} - 1) div 2 mod 3', { '%': [{ '/': [{ '-': [{ var: 'n' }, 1] }, 2] }, 3] }],
  ['-${n} * 2', { '*': [{ '-': [{ var: 'n' }] }, 2] }],
  ['if(. > 1, "yes", ‘no’)', { if: [{ '>': [{ var: 'n' }, 1] }, 'yes', 'no'] }],
  ['coalesce(${n}, 0)', { if: [{ '!=': [{ var: 'n' }, null] }, { var: 'n' }, 0] }],
  ['true() and false()', { and: [true, false] }],
  ['../n = 2', { '==': [{ var: 'n' }, 2] }],
  ['count-selected(${list})', { reduce: [{ var: 'list' }, { '+': [{ var: 'accumulator' }, 1] }, 0] }],
])('%s', (text, logic) => {
  expect(translate(text)).toEqual(logic)
})

test.each([
  ['pulldata(1)', 'XLSFORM_FUNCTION'],
  ['today() > 1', 'XLSFORM_FUNCTION'],
  ['${n} = ', 'XLSFORM_EXPRESSION_UNREADABLE'],
  ["${n} = 'open", 'XLSFORM_EXPRESSION_UNREADABLE'],
  ['/data/n[1] = 1', 'XLSFORM_EXPRESSION_UNREADABLE'],
  ['constructor(1)', 'XLSFORM_FUNCTION'],
  [`${'('.repeat(1900)}1${')'.repeat(1900)}`, 'XLSFORM_EXPRESSION_LONG'],
  [`${'not('.repeat(790)}1${')'.repeat(790)}`, 'XLSFORM_EXPRESSION_LONG'],
  [Array.from({ length: 600 }, () => '1').join('+'), 'XLSFORM_EXPRESSION_LONG'],
])('%.40s is refused', (text, code) => {
  const refused = (() => {
    try {
      return translate(text)
    } catch (error) {
      return error
    }
  })()
  expect(refused).toBeInstanceOf(ExpressionRefused)
  expect(refused).toMatchObject({ problem: { code } })
})
