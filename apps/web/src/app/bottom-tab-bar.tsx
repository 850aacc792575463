import { IconCashBanknote, IconClipboardList, IconHome } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../i18n/use-t.ts'
import classes from './bottom-tab-bar.module.css'

const TABS = [
  { to: '/', label: 'nav.home', Icon: IconHome },
  { to: '/surveys', label: 'nav.surveys', Icon: IconClipboardList },
  { to: '/withdraw', label: 'nav.withdraw', Icon: IconCashBanknote },
] as const

/** A member's main places, under the thumb. On phones only. */
export function BottomTabBar() {
  const t = useT()
  return (
    <nav className={classes.bar} aria-label={t('nav.tabs')}>
      {TABS.map(({ to, label, Icon }) => (
        <Link key={to} to={to} className={classes.tab} activeOptions={{ exact: to === '/' }}>
          <Icon aria-hidden size={24} stroke={1.75} />
          {t(label)}
        </Link>
      ))}
    </nav>
  )
}
