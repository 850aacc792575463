import type { StartedSecondFactor } from '@chuma/contract/admin/staff'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useShowRefusal } from '../use-show-refusal.ts'
import { SecondFactorSteps } from './second-factor-steps.tsx'

type Props = {
  started: StartedSecondFactor
  onTurnedOn: (recoveryCodes: string[]) => void
  onStop: () => void
}

/** The last step of staff and of members with staff rights. */
export function ConfirmSecondFactor({ started, onTurnedOn, onStop }: Props) {
  const t = useT()
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code.trim() ? null : t('staff.required')) },
  })
  const confirm = trpc.admin.confirmSecondFactor.useMutation({
    onSuccess: ({ recoveryCodes }) => onTurnedOn(recoveryCodes),
    onError: useShowRefusal(form, 'code'),
  })
  return (
    <SecondFactorSteps
      {...{ started, form, onStop }}
      isPending={confirm.isPending}
      onSend={(values) => confirm.mutate(values)}
    />
  )
}
