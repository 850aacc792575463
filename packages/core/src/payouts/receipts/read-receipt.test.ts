import { expect, test } from 'vitest'
import { readReceipt } from '../receipts.ts'

test.each([
  ['mpesa', ' ukk4xyz12a ', 'UKK4XYZ12A'],
  ['bank', 'eft-000417', 'EFT-000417'],
  ['bank', 'FT26331/8Q2', 'FT26331/8Q2'],
  ['paypal', '5TY05013RG002845M', '5TY05013RG002845M'],
  ['paypal', '8AELMXH8UB2P8', '8AELMXH8UB2P8'],
] as const)('a receipt of %s, %j, is read as %s', (method, text, receipt) => {
  expect(readReceipt(method, text)).toBe(receipt)
})

test.each([
  ['mpesa', 'ok'],
  ['mpesa', 'Payment processed'],
  ['mpesa', '1KK4XYZ12A'],
  ['mpesa', 'UKK4XYZ12'],
  ['mpesa', 'UKK4XYZ12AB'],
  ['mpesa', 'ÜKK4XYZ12A'],
  ['bank', 'ok'],
  ['bank', 'PAYMENT'],
  ['bank', 'Payment processed'],
  ['bank', 'A-123'],
  ['bank', `1${'A'.repeat(35)}`],
  ['paypal', 'ok'],
  ['paypal', '5TY05013RG002845'],
  ['paypal', ''],
] as const)('%s has no receipt %j', (method, text) => {
  expect(readReceipt(method, text)).toBeNull()
})
