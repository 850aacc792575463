import { expect, test } from 'vitest'
import { testSecrets } from '../testing.ts'
import { type Destination, hashDestination, normaliseDestination } from './destinations.ts'

const bank = (value: string): Destination => ({ method: 'bank', value })
const mpesa = (value: string): Destination => ({ method: 'mpesa', value })
const paypal = (value: string): Destination => ({ method: 'paypal', value })

test.each([
  [mpesa('0712345678'), mpesa('+254 712 345 678')],
  [mpesa('254112345678'), mpesa('0112345678')],
  [paypal('Amina.Otieno+pay@gmail.com'), paypal('aminaotieno@googlemail.com')],
  [bank('Equity Bank 0123456789'), bank('EQUITY 0123456789')],
  [bank('Equity Bank (K) Ltd, Moi Avenue 0123456789'), bank('Equity 123456789')],
  [bank('Kenya Commercial Bank 1234567890'), bank('KCB Bank Kenya 1234567890')],
  [bank('Co-operative Bank of Kenya 0112233445566'), bank('Co-op Bank 0112233445566')],
  [bank('I&M Bank 0112233445566'), bank('I and M 0112233445566')],
  [bank('Barclays Bank 2020202020'), bank('ABSA Bank Kenya PLC 2020202020')],
  [bank('Commercial Bank of Africa 2020202020'), bank('NCBA 2020202020')],
  [bank('Standard Chartered Bank 2020202020'), bank('StanChart 2020202020')],
  [bank('Mwalimu Sacco 2020202020'), bank('MWALIMU-SACCO 2020202020')],
])('%j and %j are one destination', (one, other) => {
  expect(normaliseDestination(one)).toBe(normaliseDestination(other))
  expect(hashDestination(testSecrets, one)).toEqual(hashDestination(testSecrets, other))
})

test.each([
  [mpesa('0712345678'), mpesa('0712345679')],
  [bank('Equity Bank 0123456789'), bank('Equity Bank 0123456780')],
  [bank('Equity Bank 0123456789'), bank('KCB 0123456789')],
  [bank('Commercial Bank of Africa 2020202020'), bank('Kenya Commercial Bank 2020202020')],
  [bank('Mwalimu Sacco 2020202020'), bank('Stima Sacco 2020202020')],
  [paypal('amina@example.com'), paypal('amina@example.org')],
  [mpesa('254712345678'), bank('Equity 254712345678')],
])('%j and %j are two', (one, other) => {
  expect(normaliseDestination(one)).not.toBe(normaliseDestination(other))
})
