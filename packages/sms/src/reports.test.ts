import { expect, test } from 'vitest'
import { readReport } from './reports.ts'

const report = (fields: Record<string, string>) =>
  readReport(
    new URLSearchParams({
      id: 'ATXid_1',
      phoneNumber: '+254712345678',
      networkCode: '63902',
      ...fields,
    }).toString(),
  )

test('success was delivered', () => {
  expect(report({ status: 'Success' })).toEqual({
    outcome: 'delivered',
    providerId: 'ATXid_1',
    number: '254712345678',
  })
})

test.each([
  ['Rejected', 'UserInBlackList', 'blocked'],
  ['Rejected', 'DoNotDisturbRejection', 'blocked'],
  ['Failed', 'UserDoesNotExist', 'number'],
  ['Failed', 'NotNetworkSubscriber', 'number'],
  ['Failed', 'DeliveryFailure', 'network'],
  ['AbsentSubscriber', '', 'network'],
])('%s %s was not delivered: %s', (status, failureReason, problem) => {
  const reason = `${status} ${failureReason}`.trim()
  expect(report({ status, failureReason })).toMatchObject({ outcome: 'undelivered', problem, reason })
})

test.each([
  [{ status: 'Sent' }],
  [{ status: 'Submitted' }],
  [{ status: 'Buffered' }],
  [{ status: 'Nonsense' }],
  [{ status: 'Success', id: '' }],
  [{ status: 'Success', id: 'x'.repeat(101) }],
])('%j changes nothing', (fields) => {
  expect(report(fields)).toBeNull()
})

test('a body that is no form changes nothing, and an odd number is left out', () => {
  expect(readReport('{"id":"ATXid_1","status":"Success"}')).toBeNull()
  expect(readReport('')).toBeNull()
  expect(report({ status: 'Success', phoneNumber: '+1555' })).toMatchObject({ number: null })
  expect(report({ status: 'Failed', failureReason: '<b>x</b>' })).toMatchObject({ reason: 'Failed' })
})
