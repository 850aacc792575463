import type { User } from '@chuma/contract/auth/auth'
import { AppearanceSection } from './appearance-section.tsx'
import { InstallSection } from './install-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PremiumSection } from './premium-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

export function AccountTab({ user }: { user: User }) {
  return (
    <>
      <PasswordSection user={user} />
      <SessionsSection />
      <PremiumSection />
      <AppearanceSection />
      <InstallSection />
    </>
  )
}
