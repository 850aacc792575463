import type { QueryClient } from '@tanstack/react-query'
import { getMutationKey } from '@trpc/react-query'
import { trpc } from '../../trpc.ts'
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

/** Whether a member's answer about analytics is being saved to their account. */
export function isTellingConsent(queryClient: QueryClient): boolean {
  const mutationKey = getMutationKey(trpc.account.updateSettings)
  return (
    queryClient.isMutating({ mutationKey, predicate: ({ state }) => isAboutConsent(state.variables) }) > 0
  )
}

function isAboutConsent(change: unknown): boolean {
  return typeof change === 'object' && change !== null && 'analyticsConsent' in change
}
