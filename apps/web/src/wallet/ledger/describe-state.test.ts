import { expect, test } from 'vitest'
import { describeState } from './describe-state.ts'

const line = { kind: 'hold', state: 'available', points: -3, withdrawalStatus: 'pending' } as const

test('points of a withdrawal are on hold until it is paid or rejected', () => {
  expect(describeState(line)).toBe('held')
  expect(describeState({ ...line, withdrawalStatus: 'approved' })).toBe('held')
  expect(describeState({ ...line, withdrawalStatus: 'paid' })).toBe('paidOut')
  expect(describeState({ ...line, withdrawalStatus: 'rejected' })).toBe('restored')
})

test('a payout is paid out, a correction downwards is deducted, and a reward is available', () => {
  const other = { ...line, withdrawalStatus: null }
  expect(describeState({ ...other, kind: 'payout', points: 0 })).toBe('paidOut')
  expect(describeState({ ...other, kind: 'adjustment' })).toBe('deducted')
  expect(describeState({ ...other, kind: 'survey', points: 5 })).toBe('available')
  expect(describeState({ ...other, kind: 'survey', points: 5, state: 'reversed' })).toBe('reversed')
})
