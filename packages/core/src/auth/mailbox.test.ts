import { expect, test } from 'vitest'
import { maskEmail } from './mailbox.ts'

test.each([
  ['amina@gmail.com', 'a…@gmail.com'],
  ['a@example.com', 'a…@example.com'],
  ['first.last+tag@mail.example.co.ke', 'f…@mail.example.co.ke'],
])('%s is shown as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})
