import { expect, test } from 'vitest'
import { findNextStep } from './next-step.ts'

const NOW = new Date('2026-11-18T09:00:00Z')
const pending = {
  status: 'pending' as const,
  payoutState: null,
  waitReason: null,
  waitsUntil: null,
  requestedAt: NOW.toISOString(),
  processedAt: null,
  isInReview: false,
  holds: [],
}
const approved = {
  ...pending,
  status: 'approved' as const,
  payoutState: 'queued' as const,
  processedAt: pending.requestedAt,
}
const endOf = (day: string) => new Date(`${day}T23:59:59.999+03:00`)

test.each([
  ['a Monday', '2026-11-16T08:00:00+03:00', '2026-11-23'],
  ['a Wednesday', '2026-11-18T23:59:59+03:00', '2026-11-25'],
  ['a Friday', '2026-11-20T08:00:00+03:00', '2026-11-27'],
  ['a Saturday', '2026-11-21T08:00:00+03:00', '2026-11-27'],
  ['a Sunday', '2026-11-22T23:59:59+03:00', '2026-11-27'],
  ['the first minutes of a Monday in Nairobi', '2026-11-23T00:10:00+03:00', '2026-11-30'],
  ['the last minutes of a Sunday elsewhere', '2026-11-22T21:10:00Z', '2026-11-30'],
])('a request of %s is decided within five business days in Nairobi', (_day, at, last) => {
  const step = findNextStep({ ...pending, requestedAt: at }, new Date(at))
  expect(step).toEqual({ kind: 'decision', isByItself: false, by: endOf(last), isOverdue: false })
})

test('a public holiday, and one that an owner has added, is no business day', () => {
  const requestedAt = '2026-10-16T08:00:00+03:00'
  const by = (extra?: string[]) => findNextStep({ ...pending, requestedAt }, NOW, extra)
  expect(by()).toMatchObject({ by: endOf('2026-10-26') })
  expect(by(['2026-10-19'])).toMatchObject({ by: endOf('2026-10-27') })
})

test('a decision is late from the first moment after its last day', () => {
  const by = endOf('2026-11-25')
  expect(findNextStep(pending, by)).toMatchObject({ isOverdue: false })
  expect(findNextStep(pending, new Date(by.getTime() + 1))).toMatchObject({ by, isOverdue: true })
})

test('the money is sent within 48 hours of the approval, weekends included', () => {
  const by = new Date('2026-11-20T09:00:00Z')
  expect(findNextStep(approved, NOW)).toEqual({ kind: 'payment', by, isOverdue: false })
  expect(findNextStep(approved, by)).toMatchObject({ isOverdue: false })
  expect(findNextStep(approved, new Date(by.getTime() + 1))).toMatchObject({ by, isOverdue: true })
})

test('a delayed payout says why it waits and until when', () => {
  const waitsUntil = '2026-11-18T21:00:00.000Z'
  const waiting = { ...approved, waitReason: 'daily-limit' as const, waitsUntil }
  expect(findNextStep(waiting, NOW)).toMatchObject({
    kind: 'wait',
    reason: 'daily-limit',
    until: waitsUntil,
    isOverdue: false,
  })
  expect(findNextStep({ ...waiting, payoutState: 'sent' }, NOW)).toMatchObject({ kind: 'payment' })
})

test('a finished withdrawal has no next step, and an unknown status counts as pending', () => {
  expect(findNextStep({ ...approved, status: 'paid', payoutState: 'paid' }, NOW)).toEqual({ kind: 'nothing' })
  expect(findNextStep({ ...pending, status: 'rejected' }, NOW)).toEqual({ kind: 'nothing' })
  const unknown = { ...pending, status: 'on-hold' as never, isInReview: true }
  expect(findNextStep(unknown, NOW)).toMatchObject({ kind: 'decision', isByItself: true })
})

const hold = (until: string | null) => ({
  reason: 'first-payout' as const,
  since: pending.requestedAt,
  until,
})

test('an approved withdrawal on hold waits for its last hold, and the promise with it', () => {
  const held = { ...approved, waitReason: 'held' as const, waitsUntil: '2026-11-18T10:00:00.000Z' }
  const far = '2026-11-25T09:00:00.000Z'
  const near = '2026-11-18T12:00:00.000Z'
  expect(findNextStep({ ...held, holds: [hold(far), hold(near)] }, NOW)).toEqual({
    kind: 'wait',
    reason: 'held',
    until: far,
    by: new Date(far),
    isOverdue: false,
  })
  const open = findNextStep({ ...held, payoutState: 'manual', holds: [hold(near), hold(null)] }, NOW)
  expect(open).toMatchObject({ kind: 'wait', reason: 'held', until: null })
})

test('a hold changes nothing for a decision, and nothing for what is sent', () => {
  const holds = [hold(null)]
  expect(findNextStep({ ...pending, holds }, NOW)).toEqual(findNextStep(pending, NOW))
  const sent = { ...approved, payoutState: 'sent' as const }
  expect(findNextStep({ ...sent, holds }, NOW)).toEqual(findNextStep(sent, NOW))
})
