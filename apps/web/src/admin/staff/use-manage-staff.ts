import type { IssuedPassword, StaffAccountRow } from '@chuma/contract/admin/staff'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useShowFailure } from '../use-show-failure.ts'

type Handlers = { onIssued: (issued: IssuedPassword) => void; onSettled: () => void }

/** Changes somebody's account, says how it went and shows the list as it is now. */
export function useManageStaff({ onIssued, onSettled }: Handlers) {
  const t = useT()
  const utils = trpc.useUtils()
  const handlers = {
    onError: useShowFailure(),
    // After a refusal too: then another owner was faster, and the list on this screen is out of date.
    onSettled: () => {
      onSettled()
      return utils.admin.listStaff.invalidate()
    },
  }
  return {
    setRole: trpc.admin.setStaffRole.useMutation({
      ...handlers,
      onSuccess: ({ username: name, role }: StaffAccountRow) => {
        const message = t('staffList.roleSavedText', { name, role: t(`role.${role}`) })
        showToast({ kind: 'success', title: t('staffList.roleSaved'), message })
      },
    }),
    disable: trpc.admin.disableStaff.useMutation({
      ...handlers,
      onSuccess: ({ username: name }) => {
        const message = t('staffList.signedOut', { name })
        showToast({ kind: 'success', title: t('staffList.disabledDone'), message })
      },
    }),
    enable: trpc.admin.enableStaff.useMutation({
      ...handlers,
      onSuccess: ({ username: name }) => {
        const message = t('staffList.enabledText', { name })
        showToast({ kind: 'success', title: t('staffList.enabledDone'), message })
      },
    }),
    reset: trpc.admin.resetStaff.useMutation({ ...handlers, onSuccess: onIssued }),
  }
}
