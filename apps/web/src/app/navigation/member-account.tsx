import { Button } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useLogOut } from '../../auth/sessions/use-log-out.ts'
import { useT } from '../../i18n/use-t.ts'
import classes from './member-account.module.css'

type Props = { name: string; isAdmin: boolean }

/** The right end of the navigation for a member. */
export function MemberAccount({ name, isAdmin }: Props) {
  const t = useT()
  const logOut = useLogOut()
  return (
    <>
      <div className={classes.who}>
        <Link to="/profile" className={classes.name}>
          {name}
        </Link>
        {isAdmin && <span className={classes.badge}>{t('nav.adminBadge')}</span>}
        <Link to="/settings" className={classes.settings} aria-label={t('nav.settings')}>
          <IconSettings aria-hidden size={24} stroke={1.75} />
        </Link>
      </div>
      <Button variant="default" px="md" onClick={logOut}>
        {t('nav.logout')}
      </Button>
    </>
  )
}
