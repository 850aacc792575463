import type { User } from '@chuma/contract/auth'
import { Loader } from '@mantine/core'
import { useCurrentUser } from '../auth/use-current-user.ts'
import { useT } from '../i18n/use-t.ts'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { MemberAccount } from './member-account.tsx'
import { type NavigationLink, TopNavigation } from './top-navigation.tsx'
import { useIsAtDesk } from './use-is-at-desk.ts'
import { VisitorAccount } from './visitor-account.tsx'

/** The top navigation of whoever is signed in. */
export function AppHeader() {
  const t = useT()
  const current = useCurrentUser()
  const user = current.status === 'member' ? current.user : null
  const links: NavigationLink[] = [
    { to: '/', label: t('nav.home') },
    ...(current.status === 'anonymous' ? [] : [{ to: '/dashboard', label: t('nav.dashboard') } as const]),
    ...(user?.isAdmin ? [{ to: '/admin', label: t('nav.admin') } as const] : []),
    { to: '/about', label: t('nav.about') },
    { to: '/contact', label: t('nav.contact') },
  ]
  return <TopNavigation links={links} account={<Account />} />
}

function Account() {
  const t = useT()
  const current = useCurrentUser()
  const isAtDesk = useIsAtDesk()
  switch (current.status) {
    case 'anonymous':
      return isAtDesk ? <LanguageSwitch /> : <VisitorAccount />
    case 'loading':
      return <Loader size="sm" role="status" aria-label={t('nav.loadingUser')} />
    case 'unreachable':
      return <MemberAccount name={t('nav.user')} isAdmin={false} />
    case 'member':
      return (
        <MemberAccount name={displayName(current.user) || t('nav.user')} isAdmin={current.user.isAdmin} />
      )
  }
}

function displayName(user: User): string | undefined {
  return user.firstName || user.email.split('@')[0]
}
