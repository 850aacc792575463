import type { AdminMember } from '@chuma/contract/account/members'
import type { Permission } from '@chuma/contract/admin/permissions'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../admin/frame/use-staff-member.ts'
import { ReasonDialog } from '../../admin/reason-dialog.tsx'
import { MemberRoleDialog } from '../../admin/staff/member-role-dialog.tsx'
import { useT } from '../../i18n/use-t.ts'
import { PauseDialog } from '../../payouts/pauses/pause-dialog.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { EditEarningsDialog } from './edit-earnings-dialog.tsx'
import { GrantDialog } from './grant-dialog.tsx'
import classes from './members.module.css'
import { useManageMember } from './use-manage-member.ts'

type Action = 'edit' | 'suspend' | 'restore' | 'pause' | 'sign-out' | 'grant' | 'end-premium' | 'role'

const LABELS = {
  edit: 'members.edit',
  suspend: 'member.suspend',
  restore: 'member.restore',
  'sign-out': 'member.signOut',
  grant: 'member.grant',
  'end-premium': 'member.endPremium',
  role: 'member.role',
} as const

/** The actions on this member that the signed-in staff may take, and their dialogs. */
export function MemberActions({ member }: { member: AdminMember }) {
  const t = useT()
  const [asked, setAsked] = useState<Action | null>(null)
  const close = () => setAsked(null)
  const manage = useManageMember(close)
  const mayEdit = useMay('members:edit')
  const maySuspend = useMay('members:suspend')
  const mayGrant = useMay('premium:grant')
  const mayPromote = useMay('staff:manage')
  const may = (permission: Permission) =>
    ({
      'members:edit': mayEdit,
      'members:suspend': maySuspend,
      'premium:grant': mayGrant,
      'staff:manage': mayPromote,
    })[permission as string]
  const actions = listActions(member).filter(({ needs }) => may(needs))
  const name = `${member.firstName} ${member.lastName}`
  const { id: memberId, isPaused } = member
  if (actions.length === 0) return null
  return (
    <div className={classes.actions}>
      {actions.map(({ action }) => (
        <Button key={action} variant="default" onClick={() => setAsked(action)}>
          {action === 'pause' ? t(isPaused ? 'pausing.lift' : 'pausing.pause') : t(LABELS[action])}
        </Button>
      ))}
      {asked === 'edit' && <EditEarningsDialog user={member} onClose={close} />}
      {asked === 'role' && <MemberRoleDialog member={member} onClose={close} />}
      {asked === 'grant' && <GrantDialog member={member} onClose={close} />}
      <PauseDialog member={{ id: memberId, name, isPaused }} opened={asked === 'pause'} onClose={close} />
      {asked === 'suspend' && (
        <ReasonDialog
          title={t('member.suspendTitle', { name })}
          text={t('member.suspendText')}
          action={t('member.suspend')}
          isPending={manage.isPending}
          onClose={close}
          isDanger
          onSend={(reason) => manage.suspend({ memberId, reason })}
        />
      )}
      {asked === 'end-premium' && (
        <ReasonDialog
          title={t('member.endTitle', { name })}
          text={t('member.endText')}
          action={t('member.endPremium')}
          isPending={manage.isPending}
          onClose={close}
          isDanger
          onSend={(reason) => manage.endPremium({ memberId, reason })}
        />
      )}
      <ConfirmDialog
        title={t('member.restoreTitle', { name })}
        text={t('member.restoreText')}
        action={t('member.restore')}
        opened={asked === 'restore'}
        isPending={manage.isPending}
        onConfirm={() => manage.restore({ memberId })}
        onClose={close}
      />
      <ConfirmDialog
        title={t('member.signOutTitle', { name })}
        text={t('member.signOutText')}
        action={t('member.signOut')}
        opened={asked === 'sign-out'}
        isPending={manage.isPending}
        onConfirm={() => manage.signOut({ memberId })}
        onClose={close}
      />
    </div>
  )
}

function listActions({ isSuspended, isPremium }: AdminMember): { action: Action; needs: Permission }[] {
  return [
    { action: 'edit', needs: 'members:edit' },
    { action: isSuspended ? 'restore' : 'suspend', needs: 'members:suspend' },
    { action: 'pause', needs: 'members:suspend' },
    { action: 'sign-out', needs: 'members:suspend' },
    { action: 'grant', needs: 'premium:grant' },
    ...(isPremium ? [{ action: 'end-premium' as const, needs: 'premium:grant' as const }] : []),
    { action: 'role', needs: 'staff:manage' },
  ]
}
