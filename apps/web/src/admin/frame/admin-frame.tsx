import type { Permission } from '@chuma/contract/admin/permissions'
import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { MessageState } from '../../ui/states/message-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { mustSetUpFirst } from '../must-set-up-first.ts'
import { ProofSection } from '../step-up/proof-section.tsx'
import { useStaffNews } from '../today/use-waiting.ts'
import { BooksNotice } from './books-notice.tsx'
import { SetUpNotice } from './set-up-notice.tsx'
import { StaffPage } from './staff-page.tsx'
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
  /** Replaces the content until the staff member is known. */
  skeleton?: ReactNode
  children: (staff: SignedInStaffMember) => ReactNode
}

const SKELETON = <Skeletons count={6} height={120} />

/** The frame of every staff page: permission check, signed-in name, navigation. */
export function AdminFrame({ title, needs, isAccountPage = false, skeleton = SKELETON, children }: Props) {
  const query = useStaffMember()
  const staff = query.data
  const isSetUpFirst = useSetUpFirst(!isAccountPage && staff !== undefined && mustSetUpFirst(staff))
  useStaffNews()
  return (
    <StaffPage title={title} staff={staff}>
      <QueryView query={query} skeleton={skeleton}>
        {(member) => (
          <div className={blocks.sections}>
            {member.isSetUpUnfinished && <SetUpNotice />}
            <BooksNotice />
            {member.isProofDue ? (
              <ProofSection staff={member} />
            ) : isSetUpFirst ? (
              skeleton
            ) : needs && !member.permissions.includes(needs) ? (
              <NotAllowed />
            ) : (
              children(member)
            )}
          </div>
        )}
      </QueryView>
    </StaffPage>
  )
}

function useSetUpFirst(isNeeded: boolean): boolean {
  const navigate = useNavigate()
  useEffect(() => {
    if (isNeeded) void navigate({ to: '/admin/account', replace: true })
  }, [isNeeded, navigate])
  return isNeeded
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
