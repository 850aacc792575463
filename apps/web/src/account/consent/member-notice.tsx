import { useState } from 'react'
import { useCurrentUser } from '../../auth/sessions/use-current-user.ts'
import { trpc } from '../../trpc.ts'
import { useIsHydrated } from '../../ui/page/use-is-hydrated.ts'
import { PrivacyNotice } from './privacy-notice.tsx'
import { useSaveConsent } from './use-save-consent.ts'

/**
 * The notice for members: the answer is saved to the account too, and members who answered on another device are not
 * asked again. Signing in copied that answer to this browser, so a prerendered page does not wait for the account.
 */
export function MemberNotice() {
  const isKnown = useCurrentUser().status === 'member'
  const settings = trpc.account.getSettings.useQuery(undefined, { enabled: isKnown }).data
  const save = useSaveConsent()
  const [isPrerendered] = useState(!useIsHydrated())
  const isAsked = settings ? settings.analyticsConsent === null : isPrerendered
  return isAsked && <PrivacyNotice onAnswer={save} />
}
