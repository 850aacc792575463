import { saveConsent } from './consent.ts'
import { PrivacyNotice } from './privacy-notice.tsx'

/** What nobody signed in answers counts for this browser. */
export function VisitorNotice() {
  return <PrivacyNotice onAnswer={(isGiven) => saveConsent({ isGiven, isFromAccount: false })} />
}
