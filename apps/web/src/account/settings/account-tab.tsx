import type { User } from '@chuma/contract/auth/auth'
import { PasswordSection } from '../../auth/passwords/password-section.tsx'
import { SessionsSection } from '../../auth/sessions/sessions-section.tsx'
import { PremiumSection } from '../../premium/premium-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { InstallSection } from './install-section.tsx'

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
