import type { Consent } from './consent.ts'

type Step =
  | { kind: 'none' }
  | { kind: 'keep'; consent: Consent }
  | { kind: 'tell'; isGiven: boolean }
  | { kind: 'forget' }

/**
 * What makes the answer in this browser and the one in the member's account equal. The account's counts. Where it has
 * none, it takes over what he answered here as a visitor, but never the answer of the member who was here before him:
 * consent is a person's own, and many share a device.
 */
export function reconcileConsent(device: Consent | null, account: boolean | null): Step {
  if (account !== null) {
    const isEqual = device?.isGiven === account && device.isFromAccount
    return isEqual ? { kind: 'none' } : { kind: 'keep', consent: { isGiven: account, isFromAccount: true } }
  }
  if (device === null) return { kind: 'none' }
  return device.isFromAccount ? { kind: 'forget' } : { kind: 'tell', isGiven: device.isGiven }
}
