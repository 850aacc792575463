import { expect, test } from 'vitest'
import { classifyResultCode } from './result-codes.ts'
import { classifyTransactionStatus } from './transaction-status.ts'

test.each([
  ['paid', ['0']],
  ['member', ['2', '3', '4', '8', '12', '2040', 'SFC_IC0003']],
  ['operator', ['1', '11', '18', '20', '21', '22', '24', '25', '26', '29', '2001', '2006', '2028', '8006']],
  ['unknown', ['15', '17']],
  ['review', ['9876', '13', '2029', 'R000002', '', '00', '-1', 'constructor', '__proto__', 'sfc_ic0003']],
])('codes of class %s', (expected, codes) => {
  for (const code of codes) expect([code, classifyResultCode(code).class]).toEqual([code, expected])
})

test('only trouble that every next payout would meet stops the queue', () => {
  const stopping = ['1', '11', '18', '20', '21', '22', '2001', '2006', '2028', '8006']
  const others = [
    '0',
    '2',
    '3',
    '4',
    '8',
    '12',
    '13',
    '15',
    '17',
    '24',
    '25',
    '26',
    '29',
    '2029',
    '2040',
    '9876',
  ]
  const codes = [...stopping, ...others, 'R000002', 'SFC_IC0003']
  expect(codes.filter((code) => classifyResultCode(code).stopQueue)).toEqual(stopping)
})

test.each([
  ['paid', ['Completed', ' completed ']],
  ['failed', ['Cancelled', 'Declined', 'Expired', 'Failed']],
  ['unknown', ['Initiated', 'Authorized', 'Pending Authorized', 'Pending', 'Reversed', '', undefined]],
])('transaction statuses that mean %s', (expected, statuses) => {
  for (const status of statuses)
    expect([status, classifyTransactionStatus(status)]).toEqual([status, expected])
})
