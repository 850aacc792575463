import { useState } from 'react'
import { useCurrentUser } from '../../auth/sessions/use-current-user.ts'
import { trpc } from '../../trpc.ts'
import { useIsHydrated } from '../../ui/page/use-is-hydrated.ts'
import { PrivacyNotice } from './privacy-notice.tsx'
import { useSaveConsent } from './use-save-consent.ts'

/**
 * A member's answer goes to his account as well; whoever has given it elsewhere is not asked again. His browser has had that
 * answer since he signed in, so a prerendered page, which he can only open later, need not wait for his account to ask him.
 */
export function MemberNotice() {
  const isKnown = useCurrentUser().status === 'member'
  const settings = trpc.account.getSettings.useQuery(undefined, { enabled: isKnown }).data
  const save = useSaveConsent()
  const [isPrerendered] = useState(!useIsHydrated())
  const isAsked = settings ? settings.analyticsConsent === null : isPrerendered
  return isAsked && <PrivacyNotice onAnswer={save} />
}
