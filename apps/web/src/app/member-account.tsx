import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useT } from '../i18n/use-t.ts'
import { clearUserSession } from '../session.ts'
import { trpc } from '../trpc.ts'
import classes from './member-account.module.css'

type Props = { name: string; isAdmin: boolean }

/** The right end of the navigation for a member. */
export function MemberAccount({ name, isAdmin }: Props) {
  const t = useT()
  const navigate = useNavigate()
  const logout = trpc.auth.logout.useMutation({
    // Even when the server cannot be told, this device forgets the member.
    onSettled: async () => {
      clearUserSession()
      await navigate({ to: '/' })
    },
  })
  return (
    <>
      <span className={classes.name}>
        {name}
        {isAdmin && <span className={classes.badge}>{t('nav.adminBadge')}</span>}
      </span>
      <Button variant="default" px="md" loading={logout.isPending} onClick={() => logout.mutate()}>
        {t('nav.logout')}
      </Button>
    </>
  )
}
