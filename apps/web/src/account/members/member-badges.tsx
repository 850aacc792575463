import { useT } from '../../i18n/use-t.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { listStanding, type WithStanding } from './list-standing.ts'
import classes from './users.module.css'

/** The member's standing at a glance. */
export function MemberBadges({ user }: { user: WithStanding }) {
  const t = useT()
  return (
    <p className={classes.badges}>
      {listStanding(user).map(({ Picture, tone, name }) => (
        <StatusBadge key={name} tone={tone} icon={<Picture size={16} />}>
          {t(name)}
        </StatusBadge>
      ))}
    </p>
  )
}
