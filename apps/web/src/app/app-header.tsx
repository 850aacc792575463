import type { User } from '@chuma/contract/auth/auth'
import { formatKes } from '@chuma/contract/format-money'
import { Button, Loader } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCashBanknote, IconClipboardList, IconHome, IconSettings, IconUser } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useUpdateSettings } from '../account/settings/account-choices.tsx'
import { useCurrentUser, useLogOut } from '../auth/sessions/use-current-user.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { formatPoints } from '../ui/figures/amount.tsx'
import classes from './app-header.module.css'
import { LanguageSwitch, type NavigationLink, TopNavigation, VisitorAccount } from './top-navigation.tsx'

/** The top navigation for the signed-in member or for a visitor. */
export function AppHeader() {
  const current = useCurrentUser()
  const isAnonymous = current.status === 'anonymous'
  const isAdmin = current.status === 'member' && current.user.isAdmin
  const links = useMemo(
    (): NavigationLink[] => [
      { to: '/', label: 'nav.home' },
      ...(isAnonymous
        ? []
        : ([
            { to: '/dashboard', label: 'word.dashboard' },
            { to: '/surveys', label: 'word.surveys', isTab: true },
            { to: '/withdraw', label: 'word.withdraw', isTab: true },
          ] as const)),
      ...(isAdmin ? [{ to: '/admin', label: 'nav.admin' } as const] : []),
      { to: '/about', label: 'nav.about' },
      { to: '/contact', label: 'nav.contact' },
    ],
    [isAnonymous, isAdmin],
  )
  return (
    <TopNavigation
      links={links}
      language={isAnonymous ? visitorLanguage : memberLanguage}
      account={account}
    />
  )
}

const account = <Account />
const visitorLanguage = <LanguageSwitch />
const memberLanguage = <MemberLanguage />

/** Switches the language of this device and of the member's account, which is also that of their mails. */
export function MemberLanguage() {
  const { mutate } = useUpdateSettings()
  return <LanguageSwitch onChosen={(language) => mutate({ language })} />
}

function Account() {
  const t = useT()
  const current = useCurrentUser()
  switch (current.status) {
    case 'anonymous':
      return <VisitorAccount />
    case 'loading':
      return <Loader size="sm" role="status" aria-label={t('nav.loadingUser')} />
    case 'unreachable':
      return <MemberAccount name={t('nav.user')} isAdmin={false} />
    case 'member':
      return (
        <>
          <MemberBalance />
          <MemberAccount name={displayName(current.user) || t('nav.user')} isAdmin={current.user.isAdmin} />
        </>
      )
  }
}

function displayName(user: User): string | undefined {
  return user.firstName || user.email.split('@')[0]
}

/** The right end of the navigation for a member. */
function MemberAccount({ name, isAdmin }: { name: string; isAdmin: boolean }) {
  const t = useT()
  const logOut = useLogOut()
  return (
    <>
      <div className={classes.who}>
        <Link to="/profile" className={classes.name}>
          {name}
        </Link>
        {isAdmin && <span className={classes.badge}>{t('nav.adminBadge')}</span>}
        <Link to="/settings" className={classes.settings} aria-label={t('word.settings')}>
          <IconSettings aria-hidden size={24} stroke={1.75} />
        </Link>
      </div>
      <Button variant="default" px="md" onClick={logOut}>
        {t('nav.logout')}
      </Button>
    </>
  )
}

/** The available points, in the navigation of a wide screen. A narrow one has no room, and loads nothing for it. */
function MemberBalance() {
  const t = useT()
  const hasRoom = useMediaQuery('(min-width: 80em)') ?? false
  const balance = trpc.wallet.getBalance.useQuery(undefined, { enabled: hasRoom }).data
  const terms = trpc.wallet.getTerms.useQuery(undefined, { enabled: hasRoom }).data
  if (!hasRoom || !balance || !terms) return null
  const { availablePoints } = balance
  return (
    <Link to="/withdraw" className={classes.balance} activeProps={{}}>
      <strong>{formatPoints(t, availablePoints)}</strong>
      <span>{formatKes(availablePoints * terms.kesPerPoint)}</span>
    </Link>
  )
}

const TABS = [
  { to: '/', places: ['/', '/dashboard'], label: 'nav.home', Icon: IconHome },
  {
    to: '/surveys',
    places: ['/surveys', '/survey', '/survey-list', '/survey-form'],
    label: 'word.surveys',
    Icon: IconClipboardList,
  },
  { to: '/withdraw', places: ['/withdraw'], label: 'word.withdraw', Icon: IconCashBanknote },
  { to: '/profile', places: ['/profile', '/settings'], label: 'word.profile', Icon: IconUser },
] as const

/** A member's main pages, within reach of the thumb. Phones only. */
export function BottomTabBar() {
  const t = useT()
  const { pathname } = useLocation()
  return (
    <nav className={classes.bar} aria-label={t('word.yourAccount')}>
      {TABS.map(({ to, places, label, Icon }) => (
        <Link
          key={to}
          to={to}
          className={classes.tab}
          activeOptions={{ exact: true, includeSearch: false }}
          data-here={places.some((place) => isAt(pathname, place)) || undefined}
        >
          <Icon aria-hidden size={24} stroke={1.75} />
          {t(label)}
        </Link>
      ))}
    </nav>
  )
}

/** Match a page and everything below it. The root matches only itself, because everything is below it. */
function isAt(pathname: string, place: string): boolean {
  return pathname === place || (place !== '/' && pathname.startsWith(`${place}/`))
}

/** The member's name on a printed page, if known. */
export function MemberName() {
  const current = useCurrentUser()
  if (current.status !== 'member') return null
  const { firstName, lastName, email } = current.user
  return <strong>{[firstName, lastName].filter(Boolean).join(' ') || email}</strong>
}
