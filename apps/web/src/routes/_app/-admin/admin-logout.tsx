import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useT } from '../../../i18n/use-t.ts'
import { clearAdminSession, useAdminToken } from '../../../session.ts'
import { trpc } from '../../../trpc.ts'

/** Only for an admin's own session; a member who is an admin logs out in the navigation. */
export function AdminLogout() {
  const t = useT()
  const navigate = useNavigate()
  const logout = trpc.admin.logout.useMutation({
    onSettled: async () => {
      clearAdminSession()
      await navigate({ to: '/admin-login' })
    },
  })
  if (useAdminToken() === null) return null
  return (
    <Button variant="default" loading={logout.isPending} onClick={() => logout.mutate()}>
      {t('admin.logout')}
    </Button>
  )
}
