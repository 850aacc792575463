import { expect, test } from 'vitest'
import { ratePassword } from './rate-password.ts'

const ABOUT = ['Achieng', 'Were', 'achieng.were@example.co.ke']

test('what everybody types first is weak, whatever stands behind it', () => {
  for (const password of ['abcdef', 'Password1', 'mpesa2026', 'nairobi', 'baraka123', '0712345678']) {
    expect(ratePassword(password, [])).toBeLessThan(2)
  }
})

test('a person’s own name is weak for him and fair for a stranger', () => {
  expect(ratePassword('achieng1990', ABOUT)).toBeLessThan(2)
  expect(ratePassword('achieng1990', [])).toBeGreaterThanOrEqual(2)
})

test('a few plain words in a row are strong', () => {
  expect(ratePassword('maji moto ya chai', ABOUT)).toBe(4)
})

test('one character over and over is weak, however often it comes', () => {
  expect(ratePassword('z'.repeat(128), ABOUT)).toBeLessThan(2)
})
