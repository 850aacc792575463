import { newPassword } from '@chuma/contract/fields'
import { problem } from '@chuma/contract/problems'
import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { checkNewPassword } from './check-new-password.ts'

const owner = { firstName: 'Amina', lastName: 'wa Otieno-Ńgũgĩ', email: 'a.wanjiru254@example.com' }

function isAccepted(password: string, whose = owner): boolean {
  if (!newPassword.safeParse(password).success) return false
  try {
    checkNewPassword(password, whose)
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

test('the ten thousand most used passwords are refused in any case, and others are not', () => {
  expect(inList.slice(0, 10_000).filter((password) => isAccepted(password))).toEqual([])
  expect(inList.slice(0, 10_000).filter((password) => isAccepted(password.toUpperCase()))).toEqual([])
  const accepted = inList.slice(10_000).filter((password) => isAccepted(password))
  expect(accepted.length).toBeGreaterThan(30_000)
})

test.each([
  [
    'a word of this place',
    ['chuma1', 'Chuma2026!', 'M-Pesa', 'mpesa254', '!!nairobi!!', 'SAFARICOM#1', 'Kenya@254'],
  ],
  [
    'the owner’s name or address',
    [
      'amina1',
      'Amina2026!',
      'otieno',
      'Wa.Otieno.Ngugi',
      '12ngugi34',
      'AminaWaOtienoNgugi',
      'A.Wanjiru254',
      'wanjiru99',
      'AWANJIRU',
    ],
  ],
  [
    'a sequence or a repetition',
    [
      '123456',
      '7890123',
      '987654321',
      'abcdef',
      'Mnopqr',
      'fedcba',
      'qwerty',
      'POIUYT',
      'asdfgh',
      'aaaaaa',
      '......',
      'ababab',
      'xyzxyzxyz',
      '😀😀😀',
      'z'.repeat(128),
      '1234567890'.repeat(12),
    ],
  ],
])('%s is refused', (_name, passwords) => {
  expect(passwords.filter((password) => isAccepted(password))).toEqual([])
})

test.each([
  'secret-9',
  'maji-safi-9',
  'correct horse',
  'demo-chuma',
  'aminaahadi',
  'nairobi at night',
  ' 1a2b3 ',
  'kahawa',
  'pässwörd',
  'жираф7',
  '🦒🌍🌻🦒🌍🦒',
  `${'é'.normalize('NFD').repeat(2)}xyz`,
])('%j is accepted', (password) => {
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

test('a name without letters, or with one, forbids nothing', () => {
  expect(isAccepted('k9-Zu7', { firstName: '💛', lastName: 'K', email: '0712345678@example.com' })).toBe(true)
  expect(isAccepted('k-94713', { firstName: '💛', lastName: 'K', email: '0712345678@example.com' })).toBe(
    true,
  )
  expect(isAccepted('48151623', { firstName: '💛', lastName: 'K', email: 'x@example.com' })).toBe(true)
  expect(isAccepted('0712345678', { firstName: '💛', lastName: 'K', email: '0712345678@example.com' })).toBe(
    false,
  )
})
