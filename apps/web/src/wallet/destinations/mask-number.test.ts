import { expect, test } from 'vitest'
import { maskAccount, maskEmail, maskPhone } from './prove-number.tsx'

test('a phone number is shown in its local form without its middle', () => {
  expect(maskPhone('254712345678')).toBe('0712 ••• 678')
})

test('an account number keeps its last four digits', () => {
  expect(maskAccount('0110293847566')).toBe('••• 7566')
})

test('an email address keeps its first letter and its domain', () => {
  expect(maskEmail('amina.otieno@example.com')).toBe('a•••@example.com')
})
