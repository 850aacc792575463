import { expect, test } from 'vitest'
import { loadMessages, t } from '../../i18n/i18n.ts'
import { explainScreenOut } from './explain-screen-out.ts'

await loadMessages('member')

test.each(['quota_full', 'QUOTA FULL', ' quota-full '])('%j is explained in plain words', (reason) => {
  expect(explainScreenOut(reason, t)).toBe('The survey had all the answers it needed.')
})

test('a partner without a reason gets the default one', () => {
  for (const reason of [null, '', ' ']) {
    expect(explainScreenOut(reason, t)).toBe('The survey was looking for people with other answers.')
  }
})

test('an unknown reason is quoted, whatever it is called', () => {
  expect(explainScreenOut('T-17', t)).toBe('The partner’s reason: “T-17”.')
  expect(explainScreenOut('constructor', t)).toBe('The partner’s reason: “constructor”.')
})
