import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import { useDisclosure, useId } from '@mantine/hooks'
import { IconMenu2, IconX } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LanguageSwitch } from '../../app/navigation/language-switch.tsx'
import { useCurrentUser } from '../../auth/sessions/use-current-user.ts'
import { useT } from '../../i18n/use-t.ts'
import { moveFocus } from '../move-focus.ts'
import { useWaiting } from '../today/use-waiting.ts'
import { countAt } from '../today/waiting-places.ts'
import classes from './admin-navigation.module.css'
import { listStaffPlaces, SITE_PLACES, type StaffPlace } from './staff-places.ts'

/** Links to the staff pages that the signed-in staff member may use: a column, or a menu on a phone. */
export function AdminNavigation({ staff }: { staff: SignedInStaffMember }) {
  const t = useT()
  const id = useId()
  const [isOpen, menu] = useDisclosure(false)
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a page closes the menu
  useEffect(menu.close, [pathname])
  // The dashboard and the survey offers have two addresses each.
  const here = SAME_PAGE[pathname] ?? pathname
  const tab = 'tab' in search ? search.tab : undefined
  const isHere = (place: StaffPlace) =>
    place.to === here &&
    (here !== '/admin' || (place.search?.tab === 'withdrawals') === (tab === 'withdrawals'))
  return (
    <nav
      aria-label={t('staffNav.label')}
      className={classes.nav}
      onKeyDown={({ key }) => {
        if (key === 'Escape' && isOpen) menu.close()
      }}
    >
      <button
        type="button"
        className={classes.menu}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={t(isOpen ? 'nav.close' : 'nav.open')}
        onClick={menu.toggle}
      >
        {isOpen ? <IconX aria-hidden /> : <IconMenu2 aria-hidden />}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the links, which have the focus */}
      <div id={id} className={classes.groups} data-open={isOpen || undefined} onKeyDown={moveFocus}>
        {listStaffPlaces(staff).map(({ label, places }) => (
          <div key={label}>
            <h2 className={classes.heading}>{t(label)}</h2>
            <ul className={classes.list}>
              {places.map((place) => (
                <li key={place.label}>
                  <PlaceLink place={place} isHere={isHere(place)} onOpen={menu.close} />
                </li>
              ))}
            </ul>
          </div>
        ))}
        <SiteLinks />
      </div>
    </nav>
  )
}

/** The links of the site's header, which narrow screens do not have. */
function SiteLinks() {
  const t = useT()
  // Members choose their language in their settings.
  const isVisitor = useCurrentUser().status === 'anonymous'
  return (
    <div className={classes.site}>
      <h2 className={classes.heading}>{t('staffNav.site')}</h2>
      <ul className={classes.list}>
        {SITE_PLACES.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={classes.link} data-stop="place">
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
      {isVisitor && <LanguageSwitch />}
    </div>
  )
}

type LinkProps = { place: StaffPlace; isHere: boolean; onOpen: () => void }

/** A page, with the number of things that wait there. */
function PlaceLink({ place, isHere, onOpen }: LinkProps) {
  const t = useT()
  const { data: work = [] } = useWaiting()
  const { to, search, label } = place
  const { count, isAlarm } = countAt(work, place)
  return (
    <Link
      to={to}
      {...(search && { search })}
      className={classes.link}
      data-here={isHere || undefined}
      data-stop="place"
      aria-current={isHere ? 'page' : undefined}
      onClick={onOpen}
    >
      {t(label)}
      {count > 0 && (
        <span className={classes.count} data-alarm={isAlarm || undefined}>
          <span aria-hidden>{count}</span>
          <span className={classes.spoken}>{t('staffToday.count', { count })}</span>
        </span>
      )}
    </Link>
  )
}

const SAME_PAGE: Readonly<Record<string, string>> = {
  '/admin-dashboard': '/admin',
  '/admin-survey-manager': '/admin/surveys',
}
