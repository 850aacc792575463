import type { Permission } from '@chuma/contract/admin/permissions'
import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import { Button, Group } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { Page } from '../../ui/page/page.tsx'
import { MessageState } from '../../ui/states/message-state.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { PaletteButton } from '../palette/palette-button.tsx'
import classes from './admin-frame.module.css'
import { AdminLogout } from './admin-logout.tsx'
import { AdminNavigation } from './admin-navigation.tsx'
import { SetUpNotice } from './set-up-notice.tsx'
import { useStaffMember } from './use-staff-member.ts'

type Props = {
  title: string
  /** The permission that the page needs. */
  needs?: Permission
  /**
   * The account page, where a missing second factor is set up and a temporary password replaced. Other pages redirect
   * here until that is done.
   */
  isAccountPage?: boolean
  children: (staff: SignedInStaffMember) => ReactNode
}

const NO_BREAK_SPACE = '\u00a0'

/** The frame of every staff page: permission check, signed-in name, navigation. */
export function AdminFrame({ title, needs, isAccountPage = false, children }: Props) {
  const t = useT()
  const query = useStaffMember()
  const staff = query.data
  const isSetUpFirst = useSetUpFirst(!isAccountPage && staff?.isSecondFactorMissing === true)
  // Reserves the line, so that nothing moves when it loads.
  const lead = staff ? t('admin.signedInAs', { name: staff.username, role: staff.role }) : NO_BREAK_SPACE
  const skeleton = <Skeletons count={6} height={120} />
  return (
    <Page title={title} lead={lead} width="wide" aside={<Aside staff={staff} />}>
      <QueryView query={query} skeleton={skeleton}>
        {(member) => (
          <div className={classes.frame}>
            <AdminNavigation staff={member} />
            <div className={blocks.sections}>
              {!isAccountPage && member.passwordExpiresAt && (
                <TemporaryPassword until={member.passwordExpiresAt} />
              )}
              {member.isSetUpUnfinished && <SetUpNotice />}
              {isSetUpFirst ? (
                skeleton
              ) : needs && !member.permissions.includes(needs) ? (
                <NotAllowed />
              ) : (
                children(member)
              )}
            </div>
          </div>
        )}
      </QueryView>
    </Page>
  )
}

function Aside({ staff }: { staff: SignedInStaffMember | undefined }) {
  return (
    <Group gap="0.375rem">
      {!staff?.isSecondFactorMissing && <PaletteButton staff={staff} />}
      <AdminLogout />
    </Group>
  )
}

function useSetUpFirst(isNeeded: boolean): boolean {
  const navigate = useNavigate()
  useEffect(() => {
    if (isNeeded) void navigate({ to: '/admin/account', replace: true })
  }, [isNeeded, navigate])
  return isNeeded
}

function TemporaryPassword({ until }: { until: string }) {
  const t = useT()
  return (
    <Notice
      title={t('staff.temporaryTitle')}
      action={
        <Button renderRoot={(props) => <Link to="/admin/account" {...props} />}>
          {t('staff.temporaryAction')}
        </Button>
      }
    >
      {t('staff.temporary', { day: formatDay(until) })}
    </Notice>
  )
}

function NotAllowed() {
  const t = useT()
  return (
    <MessageState
      icon={<IconLock />}
      title={t('staff.notAllowedTitle')}
      text={t('staff.notAllowed')}
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/admin" {...props} />}>
          {t('staff.toDashboard')}
        </Button>
      }
    />
  )
}
