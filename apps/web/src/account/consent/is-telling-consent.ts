import type { QueryClient } from '@tanstack/react-query'
import { getMutationKey } from '@trpc/react-query'
import { trpc } from '../../trpc.ts'

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
