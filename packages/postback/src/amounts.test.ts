import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMicros, parseMicros } from './amounts.ts'

test.each([
  ['1', 1_000_000],
  ['0.36', 360_000],
  ['.36', 360_000],
  ['0', 0],
  ['-0', 0],
  ['-1.25', -1_250_000],
  ['007', 7_000_000],
  ['1.10', 1_100_000],
  ['0.000001', 1],
  ['0.0000004', 0],
  ['0.0000005', 1],
  ['-0.0000005', -1],
  ['0.30000000000000004', 300_000],
  ['0.29999999999999999', 300_000],
  ['1.005', 1_005_000],
  ['999999999.999999', 999_999_999_999_999],
])('%s is %i millionths', (text, micros) => {
  expect(parseMicros(text)).toEqual({ ok: true, micros })
})

test.each([
  ['30', 300_000],
  ['0.5', 5_000],
  ['0.00005', 1],
  ['99999999999', 999_999_999_990_000],
])('%s cents are %i millionths of a dollar', (text, micros) => {
  expect(parseMicros(text, 2)).toEqual({ ok: true, micros })
})

test.each([
  '',
  '-',
  '.',
  '5.',
  '+5',
  '--5',
  ' 5',
  '5 ',
  '5\n',
  '1e3',
  '1e309',
  '1E-5',
  '0x10',
  '0b1',
  '1_000',
  '1,000',
  '1,5',
  '1.000.000',
  '$5',
  'NaN',
  'Infinity',
  '-Infinity',
  'null',
  '٣',
  '0.000000000000000000001',
])('%j is not an amount', (text) => {
  expect(parseMicros(text)).toEqual({ ok: false, reason: 'amount-invalid' })
})

test.each(['1000000000', '99999999999999999999999', '-1000000000', `1${'0'.repeat(400)}`])(
  '%s is implausibly large',
  (text) => {
    expect(parseMicros(text)).toEqual({ ok: false, reason: 'amount-too-large' })
  },
)

test('a written amount can be read again, in dollars and in cents', () => {
  const micros = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 })
  fc.assert(
    fc.property(micros, fc.constantFrom(0, 2), (amount, shift) => {
      expect(parseMicros(formatMicros(amount, shift), shift)).toEqual({ ok: true, micros: amount })
    }),
  )
})
