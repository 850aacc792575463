import { expect, test } from 'vitest'
import { ratePassword } from './rate-password.ts'

const ABOUT = ['Achieng', 'Were', 'achieng.were@example.co.ke']

test('the most common passwords are weak, whatever follows them', () => {
  for (const password of ['abcdef', 'Password1', 'mpesa2026', 'nairobi', 'baraka123', '0712345678']) {
    expect(ratePassword(password, [])).toBeLessThan(2)
  }
})

test('a member’s own name is weak for them and fair for others', () => {
  expect(ratePassword('achieng1990', ABOUT)).toBeLessThan(2)
  expect(ratePassword('achieng1990', [])).toBeGreaterThanOrEqual(2)
})

test('a few plain words in a row are strong', () => {
  expect(ratePassword('maji moto ya chai', ABOUT)).toBe(4)
})

test('one repeated character is weak at any length', () => {
  expect(ratePassword('z'.repeat(128), ABOUT)).toBeLessThan(2)
})
