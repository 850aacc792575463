import { saveConsent } from './consent.ts'
import { PrivacyNotice } from './privacy-notice.tsx'

/** The notice for visitors: the answer counts for this browser. */
export function VisitorNotice() {
  return <PrivacyNotice onAnswer={(isGiven) => saveConsent({ isGiven, isFromAccount: false })} />
}
