import { Button } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { useLogOutStaff } from './use-log-out-staff.ts'

/** Only for a staff session; a member who is an admin logs out in the member navigation. */
export function AdminLogout() {
  const t = useT()
  const logOut = useLogOutStaff()
  if (!logOut) return null
  return (
    <Button variant="default" onClick={logOut}>
      {t('admin.logout')}
    </Button>
  )
}
