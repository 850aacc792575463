import { expect, test } from 'vitest'
import { reconcileConsent } from './reconcile-consent.ts'

const visitors = (isGiven: boolean) => ({ isGiven, isFromAccount: false })
const members = (isGiven: boolean) => ({ isGiven, isFromAccount: true })

test('nobody was asked yet, and nothing is decided for him', () => {
  expect(reconcileConsent(null, null)).toEqual({ kind: 'none' })
})

test('a new device takes over what the account says', () => {
  expect(reconcileConsent(null, false)).toEqual({ kind: 'keep', consent: members(false) })
  expect(reconcileConsent(null, true)).toEqual({ kind: 'keep', consent: members(true) })
})

test('where they disagree the account counts', () => {
  expect(reconcileConsent(visitors(true), false)).toEqual({ kind: 'keep', consent: members(false) })
  expect(reconcileConsent(members(false), true)).toEqual({ kind: 'keep', consent: members(true) })
  expect(reconcileConsent(members(true), true)).toEqual({ kind: 'none' })
})

test('what somebody answered before he signed up becomes his account’s answer', () => {
  expect(reconcileConsent(visitors(true), null)).toEqual({ kind: 'tell', isGiven: true })
  expect(reconcileConsent(visitors(false), null)).toEqual({ kind: 'tell', isGiven: false })
})

test('a member who was never asked does not inherit the consent of the one who was here before him', () => {
  expect(reconcileConsent(members(true), null)).toEqual({ kind: 'forget' })
})
