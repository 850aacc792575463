import { useState } from 'react'
import { MemberRemoval } from '../../auth/passkeys/member-removal.tsx'
import type { PasskeyCalls } from '../../auth/passkeys/passkey-calls.ts'
import { PasskeysSection, type RemovalProps } from '../../auth/passkeys/passkeys-section.tsx'
import { useMemberPasskeys } from '../../auth/passkeys/use-member-passkeys.ts'
import { isUnproven } from '../../auth/step-up-link.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useShowFailure } from '../use-show-failure.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

type Props = { username: string }

/** The passkeys of a staff account. */
export function StaffPasskeys({ username }: Props) {
  const t = useT()
  const calls = useStaffPasskeys()
  return (
    <PasskeysSection
      calls={calls}
      text={t('passkey.why')}
      username={username}
      Removal={StaffRemoval}
      Codes={RecoveryCodes}
    />
  )
}

/** The passkeys of a member with an admin role: their second factor here, and a log-in to their wallet. */
export function AdminMemberPasskeys({ username }: Props) {
  const t = useT()
  const utils = trpc.useUtils()
  const calls = useMemberPasskeys(useShowFailure(), () => utils.admin.getStaffMember.invalidate())
  return (
    <PasskeysSection
      calls={calls}
      text={t('passkey.why')}
      username={username}
      Removal={MemberRemoval}
      Codes={RecoveryCodes}
    />
  )
}

function useStaffPasskeys(): PasskeyCalls {
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  const list = trpc.admin.listPasskeys.useQuery(undefined, { staleTime: 0 })
  const { mutateAsync: start } = trpc.admin.startPasskey.useMutation()
  const { mutateAsync: confirm } = trpc.admin.confirmPasskey.useMutation()
  const remove = trpc.admin.removePasskey.useMutation()
  const refresh = async () => {
    await Promise.all([utils.admin.listPasskeys.invalidate(), utils.admin.getStaffMember.invalidate()])
  }
  return {
    residentKey: 'preferred',
    list,
    start,
    confirm,
    remove: ({ id }) => remove.mutateAsync({ id }),
    refresh,
    showFailure,
  }
}

/** Staff prove who they are instead of repeating the password. */
function StaffRemoval({ passkey: { id, name }, isOpen, calls, onClose }: RemovalProps) {
  const t = useT()
  const [isPending, setPending] = useState(false)
  const remove = async () => {
    setPending(true)
    try {
      await calls.remove({ id, password: '' })
      showToast({
        kind: 'success',
        title: t('passkey.removedTitle'),
        message: t('passkey.removed', { name }),
      })
      onClose()
    } catch (error) {
      calls.showFailure(error)
      if (!isUnproven(error)) onClose()
    }
    setPending(false)
    await calls.refresh()
  }
  return (
    <ConfirmDialog
      title={t('passkey.removeTitle')}
      text={t('passkey.removeText', { name })}
      action={t('passkey.remove')}
      opened={isOpen}
      isPending={isPending}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
