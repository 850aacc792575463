import { expect, test } from 'vitest'
import { nameSubject } from './differences.tsx'

const showKey = ((key: string) => key) as Parameters<typeof nameSubject>[0]

test('a subject is named by its kind, people and days also by their name, and ids are left out', () => {
  expect(nameSubject(showKey, 'withdrawal:00000000-0000-4000-8000-000000000000')).toBe(
    'auditSubject.withdrawal',
  )
  expect(nameSubject(showKey, 'staff:amina')).toBe('auditSubject.staff amina')
  expect(nameSubject(showKey, 'economy')).toBe('auditSubject.economy')
  expect(nameSubject(showKey, 'coin:7')).toBe('coin:7')
})
