import { expect, test } from 'vitest'
import { chooseMethod, EMPTY_WITHDRAWAL, missingDetails, toRequest } from './withdrawal-form.ts'

const filled = {
  ...EMPTY_WITHDRAWAL,
  mpesaNumber: '0712345678',
  bankName: 'Equity',
  accountNumber: '0123456789',
  accountName: 'Amina Otieno',
  paypalEmail: 'amina@example.com',
}
const rate = { points: 2, kesPerPoint: 1000 }
const amount = { pointsToWithdraw: 2, amountKes: 2000 }

test('the request has the fields that the specification names, and no others', () => {
  expect(toRequest({ ...filled, withdrawalMethod: 'mpesa' }, rate)).toEqual({
    ...amount,
    withdrawalMethod: 'mpesa',
    mpesaNumber: '0712345678',
  })
  expect(toRequest({ ...filled, withdrawalMethod: 'bank' }, rate)).toEqual({
    ...amount,
    withdrawalMethod: 'bank',
    bankName: 'Equity',
    accountNumber: '0123456789',
    accountName: 'Amina Otieno',
  })
  expect(toRequest({ ...filled, withdrawalMethod: 'paypal' }, rate)).toEqual({
    ...amount,
    withdrawalMethod: 'paypal',
    paypalEmail: 'amina@example.com',
  })
})

test('the request mentions saving the details only if the member does not want it', () => {
  expect(toRequest({ ...filled, withdrawalMethod: 'mpesa', saveDetails: false }, rate)).toMatchObject({
    saveDetails: false,
  })
})

test('choosing a method fills in the details saved for it, and no others', () => {
  const none = { bankName: null, accountNumber: null, accountName: null, paypalEmail: null }
  const updatedAt = '2026-03-01T08:30:15.123Z'
  const saved = [{ withdrawalMethod: 'mpesa' as const, mpesaNumber: '254712345678', ...none, updatedAt }]
  expect(chooseMethod('mpesa', saved)).toEqual({ withdrawalMethod: 'mpesa', mpesaNumber: '254712345678' })
  expect(chooseMethod('bank', saved)).toEqual({ withdrawalMethod: 'bank' })
  expect(chooseMethod('', saved)).toEqual({ withdrawalMethod: '' })
})

test('blanks are not details', () => {
  expect(missingDetails({ ...filled, withdrawalMethod: 'bank', accountName: '  ' })).toEqual(['accountName'])
  expect(missingDetails({ ...filled, withdrawalMethod: 'paypal' })).toEqual([])
})
