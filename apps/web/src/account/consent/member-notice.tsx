import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useCurrentUser } from '../../auth/sessions/use-current-user.ts'
import { loadMessages } from '../../i18n/i18n.ts'
import { trpc } from '../../trpc.ts'
import { useIsHydrated } from '../../ui/page/use-is-hydrated.ts'
import { PrivacyNotice } from './privacy-notice.tsx'
import { useSaveConsent } from './use-save-consent.ts'

// Seldom shown, and optional: if it fails to load, the page works without it.
const TermsNotice = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const [{ TermsNotice }] = await Promise.all([import('../terms/terms-notice.tsx'), loadMessages('member')])
    return { default: TermsNotice }
  } catch {
    return { default: () => null }
  }
})

/**
 * The notice for members: the answer is saved to the account too, and members who answered on another device are not
 * asked again. Once it is answered, a new version of the terms is announced in its place. Signing in copied that answer to this browser, so a prerendered page does not wait for the account.
 */
export function MemberNotice() {
  const isKnown = useCurrentUser().status === 'member'
  const settings = trpc.account.getSettings.useQuery(undefined, { enabled: isKnown }).data
  const save = useSaveConsent()
  const [isPrerendered] = useState(!useIsHydrated())
  const isAsked = settings ? settings.analyticsConsent === null : isPrerendered
  if (isAsked) return <PrivacyNotice onAnswer={save} />
  if (!isKnown || !settings || settings.terms.seenAt !== null) return null
  return (
    <Suspense>
      <TermsNotice />
    </Suspense>
  )
}
