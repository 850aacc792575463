import type { IssuedPassword, StaffAccountRow } from '@chuma/contract/admin/staff'
import { Button } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useAsked } from '../../ui/dialogs/use-asked.ts'
import classes from './list.module.css'
import { RoleDialog } from './role-dialog.tsx'
import { useManageStaff } from './use-manage-staff.ts'

type Action = 'changeRole' | 'reset' | 'disable' | 'enable'
type Props = { account: StaffAccountRow; onIssued: (issued: IssuedPassword) => void }

/** What an owner may do with somebody else's account, and the dialogs behind it. */
export function StaffActions({ account, onIssued }: Props) {
  const t = useT()
  const { id, username: name, disabledAt } = account
  const { subject, isOpen, ask, close } = useAsked<Action>()
  const { setRole, disable, enable, reset } = useManageStaff({ onIssued, onSettled: close })
  const actions: Action[] = ['changeRole', 'reset', disabledAt ? 'enable' : 'disable']
  const start = (action: Action) => (action === 'enable' ? enable.mutate({ id }) : ask(action))
  return (
    <div className={classes.actions}>
      {actions.map((action) => (
        <Button
          key={action}
          variant="default"
          px="md"
          aria-label={t('staffList.actionFor', { action: t(`staffList.${action}`), name })}
          loading={action === 'enable' && enable.isPending}
          onClick={() => start(action)}
        >
          {t(`staffList.${action}`)}
        </Button>
      ))}
      {subject === 'changeRole' && (
        <RoleDialog
          account={account}
          opened={isOpen}
          isPending={setRole.isPending}
          onSave={(role) => setRole.mutate({ id, role })}
          onClose={close}
        />
      )}
      {subject === 'disable' && (
        <ConfirmDialog
          title={t('staffList.disableTitle', { name })}
          text={t('staffList.disableText')}
          action={t('staffList.disable')}
          opened={isOpen}
          isPending={disable.isPending}
          onConfirm={() => disable.mutate({ id })}
          onClose={close}
        />
      )}
      {subject === 'reset' && (
        <ConfirmDialog
          title={t('staffList.resetTitle', { name })}
          text={t('staffList.resetText')}
          action={t('staffList.reset')}
          opened={isOpen}
          isPending={reset.isPending}
          onConfirm={() => reset.mutate({ id })}
          onClose={close}
        />
      )}
    </div>
  )
}
