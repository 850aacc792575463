import type { Consent } from './consent.ts'

type Step =
  | { kind: 'none' }
  | { kind: 'keep'; consent: Consent }
  | { kind: 'tell'; isGiven: boolean }
  | { kind: 'forget' }

/**
 * Compute what makes the answers in this browser and in the member's account equal. The account's answer wins. If it
 * has none, it takes over a visitor's answer given here, but never another member's: consent is personal, and many
 * people share a device.
 */
export function reconcileConsent(device: Consent | null, account: boolean | null): Step {
  if (account !== null) {
    const isEqual = device?.isGiven === account && device.isFromAccount
    return isEqual ? { kind: 'none' } : { kind: 'keep', consent: { isGiven: account, isFromAccount: true } }
  }
  if (device === null) return { kind: 'none' }
  return device.isFromAccount ? { kind: 'forget' } : { kind: 'tell', isGiven: device.isGiven }
}
