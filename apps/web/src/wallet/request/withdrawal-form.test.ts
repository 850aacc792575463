import { expect, test } from 'vitest'
import {
  chooseNew,
  EMPTY_WITHDRAWAL,
  missingDetails,
  nameDestination,
  nameDialogMinimum,
  startWithdrawal,
  toRequest,
} from './payout-preview.tsx'

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

const unproven = { isProven: false, provenBy: null, provenAt: null }
const none = {
  ...unproven,
  mpesaNumber: null,
  bankName: null,
  accountNumber: null,
  accountName: null,
  paypalEmail: null,
}
const updatedAt = '2026-03-01T08:30:15.123Z'
const saved = [
  { ...none, withdrawalMethod: 'mpesa' as const, mpesaNumber: '254712345678', updatedAt },
  { ...none, withdrawalMethod: 'paypal' as const, paypalEmail: 'amina@example.com', updatedAt },
]

test('the form starts with the newest saved destination', () => {
  expect(startWithdrawal(saved)).toMatchObject({
    pointsToWithdraw: '',
    withdrawalMethod: 'mpesa',
    mpesaNumber: '254712345678',
    isSaved: true,
  })
  expect(startWithdrawal([])).toEqual(EMPTY_WITHDRAWAL)
})

test('another destination starts with empty fields', () => {
  expect({ ...startWithdrawal(saved), ...chooseNew('mpesa') }).toMatchObject({
    withdrawalMethod: 'mpesa',
    mpesaNumber: '',
    isSaved: false,
  })
})

test('the destination is named once its details are complete, and only by those of its method', () => {
  expect(nameDestination(startWithdrawal(saved))).toBe('0712 ••• 678')
  expect(nameDestination({ ...filled, withdrawalMethod: 'bank' })).toBe('Equity ••• 6789')
  expect(nameDestination({ ...filled, withdrawalMethod: 'bank', accountName: '' })).toBeUndefined()
  expect(nameDestination(filled)).toBeUndefined()
})

test('blanks are not details', () => {
  expect(missingDetails({ ...filled, withdrawalMethod: 'bank', accountName: '  ' })).toEqual(['accountName'])
  expect(missingDetails({ ...filled, withdrawalMethod: 'paypal' })).toEqual([])
})

test.each([
  [1000, 'KES 100'],
  [1, 'KES 100'],
  [10, 'KES 1,000'],
  [25, 'KES 2,500'],
])('with a point worth KES %i the dialog’s minimum of 100 points is %s', (kesPerPoint, kes) => {
  expect(nameDialogMinimum({ dialogMinWithdrawalPoints: 100, kesPerPoint })).toBe(kes)
})
