import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import { Button } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAdminToken } from '../../auth/session.ts'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { MessageState } from '../../ui/states/message-state.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { mustSetUpFirst } from '../must-set-up-first.ts'
import { EmailSection } from './email-section.tsx'
import { AdminMemberPasskeys, StaffPasskeys } from './own-passkeys.tsx'
import { PasswordSection } from './password-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** The signed-in staff member's own account. */
export function AccountPage() {
  const t = useT()
  const isStaffAccount = useAdminToken() !== null
  return (
    <AdminFrame title={t('staffAccount.title')} isAccountPage>
      {(staff) => (isStaffAccount ? <StaffAccount staff={staff} /> : <MemberAccount staff={staff} />)}
    </AdminFrame>
  )
}

function StaffAccount({ staff }: { staff: SignedInStaffMember }) {
  const t = useT()
  const { isSecondFactorMissing, passwordExpiresAt } = staff
  // Until then the server answers no other call.
  const isReady = !mustSetUpFirst(staff)
  return (
    <>
      {isSecondFactorMissing && <Notice title={t('factor.neededTitle')}>{t('factor.needed')}</Notice>}
      {passwordExpiresAt && (
        <Notice title={t('staff.temporaryTitle')}>
          {t('staff.temporary', { day: formatDay(passwordExpiresAt) })}
        </Notice>
      )}
      {!passwordExpiresAt && isSecondFactorMissing && <SecondFactorSection staff={staff} />}
      <PasswordSection staff={staff} />
      {(passwordExpiresAt || !isSecondFactorMissing) && <SecondFactorSection staff={staff} />}
      {!passwordExpiresAt && <StaffPasskeys username={staff.username} />}
      {isReady && <EmailSection staff={staff} />}
      {isReady && <SessionsSection />}
    </>
  )
}

/** A member whom an owner made admin has no separate staff account, but a second factor of their own for the staff side. */
function MemberAccount({ staff }: { staff: SignedInStaffMember }) {
  const t = useT()
  return (
    <>
      {staff.isSecondFactorMissing && <Notice title={t('factor.neededTitle')}>{t('factor.needed')}</Notice>}
      <SecondFactorSection staff={staff} />
      <AdminMemberPasskeys username={staff.username} />
      <MessageState
        icon={<IconUser />}
        title={t('staffAccount.memberTitle')}
        text={t('staffAccount.member')}
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/settings" {...props} />}>
            {t('staffAccount.memberAction')}
          </Button>
        }
      />
    </>
  )
}
