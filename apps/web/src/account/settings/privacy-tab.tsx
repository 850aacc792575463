import { ConsentSection } from '../consent/consent-section.tsx'
import { DeletionSection } from '../deletion-section.tsx'
import { MyDataSection } from '../my-data-section.tsx'

export function PrivacyTab() {
  return (
    <>
      <ConsentSection />
      <MyDataSection />
      <DeletionSection />
    </>
  )
}
