import { expect, test } from 'vitest'
import type { Translate } from '../../i18n/i18n.ts'
import { findPasswordProblems } from './password-section.tsx'

const t: Translate = (key, ..._values) => key
const complete = { currentPassword: 'old', newPassword: 'kiberiti', confirmPassword: 'kiberiti' }

test('a complete form has no problem, however short the old password is', () => {
  expect(findPasswordProblems(complete, t)).toEqual({})
})

test('an empty form says what is missing', () => {
  const empty = { currentPassword: '', newPassword: '', confirmPassword: '' }
  expect(findPasswordProblems(empty, t)).toEqual({
    currentPassword: 'password.required',
    newPassword: 'password.required',
  })
})

test('a short password and a wrong repetition are both reported', () => {
  expect(findPasswordProblems({ ...complete, newPassword: 'abcde' }, t)).toEqual({
    newPassword: 'signup.weak',
    confirmPassword: 'signup.mismatch',
  })
})
