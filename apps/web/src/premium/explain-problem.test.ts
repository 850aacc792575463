import { afterEach, expect, test } from 'vitest'
import { activateLanguage, loadMessages, t } from '../i18n/i18n.ts'
import { explainProblem } from './premium-dialog.tsx'

afterEach(() => activateLanguage('en'))

const CANCELLED = { problem: 'It was cancelled on the phone.', resultCode: '1032' }
const CLOSED = { problem: 'M-Pesa payments were closed.', resultCode: 'closed' }

test('a payment that failed says why in the language of its reader', async () => {
  await loadMessages('premium')
  await activateLanguage('en')
  expect(explainProblem(t, CANCELLED)).toBe('It was cancelled on the phone.')
  expect(explainProblem(t, CLOSED)).toBe('M-Pesa payments were closed.')
  await activateLanguage('sw')
  expect(explainProblem(t, CANCELLED)).toBe('Ombi lilighairiwa kwenye simu.')
  expect(explainProblem(t, CLOSED)).toBe('M-Pesa haikupokea malipo. Hakuna kilichotozwa.')
})
