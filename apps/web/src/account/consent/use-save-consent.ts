import { useUpdateSettings } from '../settings/use-update-settings.ts'
import { findConsent, forgetConsent, saveConsent } from './consent.ts'

/**
 * Save a member's answer about analytics in this browser at once and in their account; if the account refuses it, in
 * neither.
 */
export function useSaveConsent(): (isGiven: boolean) => void {
  const { mutate } = useUpdateSettings()
  return (isGiven) => {
    const before = findConsent()
    saveConsent({ isGiven, isFromAccount: true })
    mutate({ analyticsConsent: isGiven }, { onError: () => (before ? saveConsent(before) : forgetConsent()) })
  }
}
