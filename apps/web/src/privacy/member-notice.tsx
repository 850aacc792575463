import { useSaveConsent } from '../account/use-save-consent.ts'
import { trpc } from '../trpc.ts'
import { PrivacyNotice } from './privacy-notice.tsx'

/** A member's answer goes to his account as well; whoever has given it elsewhere is not asked again. */
export function MemberNotice() {
  const settings = trpc.account.getSettings.useQuery().data
  const save = useSaveConsent()
  return settings?.analyticsConsent === null && <PrivacyNotice onAnswer={save} />
}
