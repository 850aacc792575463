import type { Person } from '@chuma/contract/admin/people'
import type { IssuedPassword, StaffAccountRow } from '@chuma/contract/admin/staff'
import { Button } from '@mantine/core'
import { isUnproven } from '../../auth/step-up-link.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useAsked } from '../../ui/dialogs/use-asked.ts'
import classes from '../list.module.css'
import { useShowFailure } from '../use-show-failure.ts'
import { EmailDialog } from './email-dialog.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'

type Action = 'changeRole' | 'changePerson' | 'changeEmail' | 'reset' | 'disable' | 'enable'
type Props = { account: StaffAccountRow; people: Person[]; onIssued: (issued: IssuedPassword) => void }

/** What an owner may do with another account, and the dialogs for it. */
export function StaffActions({ account, people, onIssued }: Props) {
  const t = useT()
  const { id, username: name, disabledAt } = account
  const { subject, isOpen, ask, close } = useAsked<Action>()
  const manage = useManageStaff({ onIssued, onSettled: close })
  const actions: Action[] = [
    'changeRole',
    'changePerson',
    'changeEmail',
    'reset',
    disabledAt ? 'enable' : 'disable',
  ]
  const start = (action: Action) => (action === 'enable' ? manage.enable.mutate({ id }) : ask(action))
  return (
    <div className={classes.actions}>
      {actions.map((action) => (
        <Button
          key={action}
          variant="default"
          px="md"
          aria-label={t('staffList.actionFor', { action: t(`staffList.${action}`), name })}
          loading={action === 'enable' && manage.enable.isPending}
          onClick={() => start(action)}
        >
          {t(`staffList.${action}`)}
        </Button>
      ))}
      {subject === 'changeRole' && (
        <RoleDialog
          account={account}
          opened={isOpen}
          isPending={manage.setRole.isPending}
          onSave={(role) => manage.setRole.mutate({ id, role })}
          onClose={close}
        />
      )}
      {subject === 'changePerson' && (
        <PersonDialog
          account={account}
          people={people}
          opened={isOpen}
          isPending={manage.setPerson.isPending}
          onSave={(personId) => manage.setPerson.mutate({ id, personId })}
          onClose={close}
        />
      )}
      {subject === 'changeEmail' && <EmailDialog account={account} opened={isOpen} onClose={close} />}
      {(['disable', 'reset'] as const).map(
        (action) =>
          subject === action && (
            <ConfirmDialog
              key={action}
              title={t(`staffList.${action}Title`, { name })}
              text={t(`staffList.${action}Text`)}
              action={t(`staffList.${action}`)}
              opened={isOpen}
              isPending={manage[action].isPending}
              onConfirm={() => manage[action].mutate({ id })}
              onClose={close}
            />
          ),
      )}
    </div>
  )
}

type Handlers = { onIssued: (issued: IssuedPassword) => void; onSettled: () => void }

/** Change a staff account, report the outcome and reload the list. */
function useManageStaff({ onIssued, onSettled }: Handlers) {
  const t = useT()
  const utils = trpc.useUtils()
  const handlers = {
    onError: useShowFailure(),
    // Also after a refusal: another owner changed it first, so this list is out of date.
    onSettled: (_answer: unknown, error: unknown) => {
      // Someone who did not confirm who they are can do so from the same dialog.
      if (!isUnproven(error)) onSettled()
      return Promise.all([utils.admin.listStaff.invalidate(), utils.admin.listPeople.invalidate()])
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
    setPerson: trpc.admin.setPersonOfStaff.useMutation({
      ...handlers,
      onSuccess: () =>
        showToast({ kind: 'success', title: t('people.saved'), message: t('people.savedText') }),
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
