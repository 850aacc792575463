import { ActionIcon, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCurrentUser } from '../../auth/sessions/use-current-user.ts'
import { useLogOut } from '../../auth/sessions/use-log-out.ts'
import { useT } from '../../i18n/use-t.ts'
import menu from '../../ui/actions/menu.module.css'
import { useLogOutStaff } from './use-log-out-staff.ts'

/** Who is signed in, and the way out. On narrow screens also what the site's header says about a member. */
export function AccountMenu({ lead }: { lead: string }) {
  const t = useT()
  const current = useCurrentUser()
  const logOutStaff = useLogOutStaff()
  const logOut = useLogOut()
  const isMember = current.status === 'member'
  return (
    <Menu position="bottom-end" withinPortal classNames={{ item: menu.item ?? '' }}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={t('staffMenu.account')}>
          <IconUserCircle aria-hidden size={26} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{lead}</Menu.Label>
        <Menu.Item renderRoot={(props) => <Link to="/admin/account" {...props} />}>
          {t('staffNav.account')}
        </Menu.Item>
        {logOutStaff && <Menu.Item onClick={logOutStaff}>{t('admin.logout')}</Menu.Item>}
        {isMember && (
          <>
            <Menu.Divider />
            <Menu.Label>{current.user.firstName || current.user.email}</Menu.Label>
            <Menu.Item renderRoot={(props) => <Link to="/profile" {...props} />}>
              {t('nav.profile')}
            </Menu.Item>
            <Menu.Item renderRoot={(props) => <Link to="/settings" {...props} />}>
              {t('nav.settings')}
            </Menu.Item>
            <Menu.Item onClick={logOut}>{t('nav.logout')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
