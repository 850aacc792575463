import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import { Button } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import classes from './admin-navigation.module.css'
import { listStaffPlaces } from './staff-places.ts'

/** Links to the staff pages that the signed-in staff member may use: a column, or a menu on a phone. */
export function AdminNavigation({ staff }: { staff: SignedInStaffMember }) {
  const t = useT()
  const id = useId()
  const [isOpen, menu] = useDisclosure(false)
  const { pathname } = useLocation()
  // The dashboard and the survey offers have two addresses each.
  const here = SAME_PAGE[pathname] ?? pathname
  const groups = listStaffPlaces(staff)
  const place = groups.flatMap(({ places }) => places).find(({ to }) => to === here)
  return (
    <nav aria-label={t('staffNav.label')} className={classes.nav}>
      <Button
        variant="default"
        className={classes.menu ?? ''}
        leftSection={<IconMenu2 aria-hidden size={20} />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={menu.toggle}
      >
        {place ? t('staffMenu.here', { place: t(place.label) }) : t('staffMenu.title')}
      </Button>
      <div id={id} className={classes.groups} data-open={isOpen || undefined}>
        {groups.map(({ label, places }) => (
          <div key={label}>
            <h2 className={classes.heading}>{t(label)}</h2>
            <ul className={classes.list}>
              {places.map((each) => (
                <li key={each.to}>
                  <Link
                    to={each.to}
                    className={classes.link}
                    data-here={each.to === here || undefined}
                    aria-current={each.to === here ? 'page' : undefined}
                    onClick={menu.close}
                  >
                    {t(each.label)}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}

const SAME_PAGE: Readonly<Record<string, string>> = {
  '/admin-dashboard': '/admin',
  '/admin-survey-manager': '/admin/surveys',
}
