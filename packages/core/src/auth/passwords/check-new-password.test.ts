import { newPassword } from '@chuma/contract/fields'
import { problem } from '@chuma/contract/problems'
import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { checkNewPassword } from './new-password.ts'

function isAccepted(password: string): boolean {
  if (!newPassword.safeParse(password).success) return false
  try {
    checkNewPassword(password)
    return true
  } catch (error) {
    expect(error).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { password: [problem('PASSWORD_COMMON')] },
    })
    return false
  }
}

const inList = dictionary['passwords-common'].filter((password) => password.length >= 6)
/** The list has no runs and repetitions, which come first. */
const refused = inList.slice(0, 9800)

test('the ten thousand most used passwords are refused in any case, and others are not', () => {
  expect(refused.filter((password) => isAccepted(password))).toEqual([])
  expect(refused.filter((password) => isAccepted(password.toUpperCase()))).toEqual([])
  const runs = [
    '123456',
    '1234567890',
    '987654321',
    'qwerty',
    'ASDFGH',
    'abcdef',
    'fedcba',
    'aaaaaa',
    '00000000',
  ]
  expect(runs.filter((password) => isAccepted(password))).toEqual([])
  const accepted = inList.slice(10_000).filter((password) => isAccepted(password))
  expect(accepted).toHaveLength(inList.length - 10_000)
})

test.each([
  'Test-4821!',
  'jo-8462917463',
  'Amina2026!',
  'a.wanjiru254',
  'M-Pesa',
  'nairobi1',
  '7890123',
  'xyzxyzxyz',
  '🦒🌍🌻🦒🌍🦒',
  'secret-9',
  'correct horse',
  ' 1a2b3 ',
  'kahawa',
  'pässwörd',
  'жираф7',
  `${'é'.normalize('NFD').repeat(2)}xyz`,
])('%j is accepted of everyone, whatever their name', (password) => {
  expect(isAccepted(password)).toBe(true)
})

test('six to 128 characters of any kind are accepted', () => {
  const long = `${'maji safi '.repeat(12)}12345678`
  expect(long).toHaveLength(128)
  expect(['k9-Zu', 'k9-Zu7', long, `${long}9`].map((password) => isAccepted(password))).toEqual([
    false,
    true,
    true,
    false,
  ])
})
