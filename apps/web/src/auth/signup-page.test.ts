import type { SignupInput } from '@chuma/contract/auth/auth'
import { expect, test } from 'vitest'
import type { Translate } from '../i18n/i18n.ts'
import { findSignupProblem } from './signup-page.tsx'

const t: Translate = (key, ..._values) => key
const complete: SignupInput = {
  firstName: 'Achieng',
  lastName: 'Were',
  email: 'achieng@example.co.ke',
  country: 'Kenya',
  password: 'kiberiti',
  confirmPassword: 'kiberiti',
}

test('a complete form has no problem', () => {
  expect(findSignupProblem(complete, t)).toBeNull()
})

test('spaces are not a name', () => {
  expect(findSignupProblem({ ...complete, firstName: '  ' }, t)).toMatchObject({
    title: 'auth.missingTitle',
    fields: ['firstName'],
  })
})

test('a missing field is reported before a problem with the password', () => {
  expect(findSignupProblem({ ...complete, email: '', password: 'a' }, t)?.fields).toEqual(['email'])
})

test('a mismatch is reported before a weak password', () => {
  expect(findSignupProblem({ ...complete, password: 'a', confirmPassword: 'b' }, t)?.title).toBe(
    'signup.mismatchTitle',
  )
})

test('a password of five characters is too short, one of six spaces is not', () => {
  expect(findSignupProblem({ ...complete, password: 'abcde', confirmPassword: 'abcde' }, t)?.title).toBe(
    'signup.weakTitle',
  )
  expect(findSignupProblem({ ...complete, password: '      ', confirmPassword: '      ' }, t)).toBeNull()
})
