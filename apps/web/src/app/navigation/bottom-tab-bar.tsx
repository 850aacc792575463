import { IconCashBanknote, IconClipboardList, IconHome, IconUser } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import classes from './bottom-tab-bar.module.css'

const TABS = [
  { to: '/', places: ['/', '/dashboard'], label: 'nav.home', Icon: IconHome },
  {
    to: '/surveys',
    places: ['/surveys', '/survey', '/survey-list', '/survey-form'],
    label: 'nav.surveys',
    Icon: IconClipboardList,
  },
  { to: '/withdraw', places: ['/withdraw'], label: 'nav.withdraw', Icon: IconCashBanknote },
  { to: '/profile', places: ['/profile', '/settings'], label: 'nav.profile', Icon: IconUser },
] as const

/** A member's main pages, within reach of the thumb. Phones only. */
export function BottomTabBar() {
  const t = useT()
  const { pathname } = useLocation()
  return (
    <nav className={classes.bar} aria-label={t('nav.tabs')}>
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
