import { VisuallyHidden } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { listStanding, type WithStanding } from './list-standing.ts'
import classes from './users.module.css'

/** The member's standing as small pictures; pointing at one names it. */
export function MemberMarks({ user }: { user: WithStanding }) {
  const t = useT()
  return listStanding(user).map(({ Picture, tone, name }) => (
    <span key={name} className={classes.mark} data-tone={tone} title={t(name)}>
      <Picture aria-hidden size={18} />
      <VisuallyHidden>{t(name)}</VisuallyHidden>
    </span>
  ))
}
