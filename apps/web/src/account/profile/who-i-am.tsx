import type { EditableUser } from '@chuma/contract/account/profile'
import { Title } from '@mantine/core'
import { IconCrown, IconShieldCheck } from '@tabler/icons-react'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { HeroPanel } from '../../ui/page/hero-panel.tsx'
import { PointsAmount } from '../../wallet/points-amount.tsx'
import classes from './who-i-am.module.css'

/** The member in brief, with their balance. */
export function WhoIAm({ user }: { user: EditableUser }) {
  const t = useT()
  const name = `${user.firstName} ${user.lastName}`.trim() || t('nav.user')
  return (
    <HeroPanel className={classes.panel} aria-labelledby="who-i-am">
      <span className={classes.initials} aria-hidden>
        {initials(user)}
      </span>
      <div className={classes.words}>
        <Title order={2} id="who-i-am">
          {name}
        </Title>
        <p className={classes.quiet}>{user.email}</p>
        <p className={classes.quiet}>{t('profile.memberSince', { day: formatDay(user.createdAt) })}</p>
        {(user.isPremium || user.isAdmin) && (
          <ul className={classes.badges}>
            {user.isPremium && (
              <li className={classes.badge}>
                <IconCrown aria-hidden size={16} />
                {t('profile.premium')}
              </li>
            )}
            {user.isAdmin && (
              <li className={classes.badge}>
                <IconShieldCheck aria-hidden size={16} />
                {t('profile.admin')}
              </li>
            )}
          </ul>
        )}
      </div>
      <div className={classes.points}>
        <p className={classes.quiet}>{t('profile.points')}</p>
        <PointsAmount points={user.points} size="lg" />
      </div>
    </HeroPanel>
  )
}

function initials({ firstName, lastName, email }: EditableUser): string {
  const letters = [firstName, lastName].map((name) => [...name.trim()][0] ?? '').join('')
  return (letters || email.slice(0, 1)).toUpperCase()
}
