import type { SignedInStaffMember } from '@chuma/contract/staff'
import { Link, useLocation } from '@tanstack/react-router'
import { useT } from '../../../i18n/use-t.ts'
import classes from './admin-navigation.module.css'

/** The pages of the staff's side that are of use to whoever is signed in. */
export function AdminNavigation({ staff }: { staff: SignedInStaffMember }) {
  const t = useT()
  const { pathname } = useLocation()
  const { permissions, isSecondFactorMissing } = staff
  const isOwner = permissions.includes('staff:manage') || permissions.includes('keys:manage')
  const account = { to: '/admin/account', label: t('staffNav.account') } as const
  const places = [
    { to: '/admin', label: t('staffNav.dashboard') } as const,
    ...(permissions.includes('ledger:verify')
      ? [{ to: '/admin/reconciliation', label: t('books.nav') } as const]
      : []),
    ...(isOwner ? [{ to: '/admin/staff', label: t('staffNav.staff') } as const] : []),
    account,
  ]
  // The dashboard has two addresses.
  const here = pathname === '/admin-dashboard' ? '/admin' : pathname
  return (
    <nav aria-label={t('staffNav.label')}>
      <ul className={classes.list}>
        {(isSecondFactorMissing ? [account] : places).map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={classes.link} data-here={to === here || undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
