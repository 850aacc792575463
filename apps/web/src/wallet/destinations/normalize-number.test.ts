import { expect, test } from 'vitest'
import { normalizeNumber } from './normalize-number.ts'

test.each([
  ['0712345678', '254712345678'],
  ['+254 712 345 678', '254712345678'],
  ['254112345678', '254112345678'],
  ['(0712) 345-678', '254712345678'],
  ['712345678', '254712345678'],
  ['+254 0712 345 678', '254712345678'],
  ['071234567', null],
  ['07123456789', null],
  ['0212345678', null],
  ['', null],
])('%j is %j', (text, number) => {
  expect(normalizeNumber(text)).toBe(number)
})
