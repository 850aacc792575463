import { expect, test } from 'vitest'
import { fillTemplate } from './inbox-page.tsx'

test('a template uses the first name of the account, or else the name typed in the form', () => {
  const text = 'Dear {firstName}, {firstName}!'
  expect(fillTemplate(text, { name: 'Ann Bee', account: null })).toBe('Dear Ann, Ann!')
  expect(fillTemplate(text, { name: 'Boss', account: { name: 'Wanjiku Kamau' } })).toBe(
    'Dear Wanjiku, Wanjiku!',
  )
  expect(fillTemplate(text, { name: '$&', account: null })).toBe('Dear $&, $&!')
})
