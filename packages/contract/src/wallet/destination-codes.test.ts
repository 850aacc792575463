import { expect, test } from 'vitest'
import { kenyanPhone } from './destination-codes.ts'

test.each([
  '0712345678',
  '+254 712 345 678',
  '254712345678',
  '712345678',
  '(0712) 345-678',
  '+254 0712 345 678',
  '٠٧١٢٣٤٥٦٧٨',
  '\u2068+254712345678\u2069',
  '00254712345678',
  'tel:+254712345678',
])('%s is stored in one spelling', (text) => expect(kenyanPhone.parse(text)).toBe('254712345678'))

test.each(['0110123456', '0150123456', '0780123456'])('%s is a mobile number too', (text) => {
  expect(kenyanPhone.parse(text)).toBe(`254${text.slice(1)}`)
})

test.each([
  '0202222222',
  '0812345678',
  '071234567',
  '07123456789',
  '+255712345678',
  '0711123456 ext 5',
  '0712345678\0',
  '',
])('%j is refused', (text) => expect(kenyanPhone.safeParse(text).success).toBe(false))
