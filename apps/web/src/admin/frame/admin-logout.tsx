import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { clearAdminSession, useAdminToken } from '../../auth/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'

/** Only for a staff session; a member who is an admin logs out in the member navigation. */
export function AdminLogout() {
  const t = useT()
  const navigate = useNavigate()
  const { client } = trpc.useUtils()
  const token = useAdminToken()
  if (token === null) return null

  const logOut = () => {
    client.admin.logout.mutate(undefined, { context: { token } }).catch(() => undefined)
    clearAdminSession()
    void navigate({ to: '/admin-login' })
  }
  return (
    <Button variant="default" onClick={logOut}>
      {t('admin.logout')}
    </Button>
  )
}
