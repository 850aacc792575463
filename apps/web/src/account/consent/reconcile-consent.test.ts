import { expect, test } from 'vitest'
import { reconcileConsent } from '../settings/account-choices.tsx'

const visitors = (isGiven: boolean) => ({ isGiven, isFromAccount: false })
const members = (isGiven: boolean) => ({ isGiven, isFromAccount: true })

test('without an answer nothing is decided for the member', () => {
  expect(reconcileConsent(null, null)).toEqual({ kind: 'none' })
})

test('a new device takes over the account’s answer', () => {
  expect(reconcileConsent(null, false)).toEqual({ kind: 'keep', consent: members(false) })
  expect(reconcileConsent(null, true)).toEqual({ kind: 'keep', consent: members(true) })
})

test('if they disagree, the account’s answer counts', () => {
  expect(reconcileConsent(visitors(true), false)).toEqual({ kind: 'keep', consent: members(false) })
  expect(reconcileConsent(members(false), true)).toEqual({ kind: 'keep', consent: members(true) })
  expect(reconcileConsent(members(true), true)).toEqual({ kind: 'none' })
})

test('an answer given before signing up becomes the account’s answer', () => {
  expect(reconcileConsent(visitors(true), null)).toEqual({ kind: 'tell', isGiven: true })
  expect(reconcileConsent(visitors(false), null)).toEqual({ kind: 'tell', isGiven: false })
})

test('a member who was never asked does not inherit the consent of the previous member on this device', () => {
  expect(reconcileConsent(members(true), null)).toEqual({ kind: 'forget' })
})
