import type { AdminWithdrawal } from '@chuma/contract/admin/admin'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { ReasonDialog } from '../../admin/reason-dialog.tsx'
import { useT } from '../../i18n/use-t.ts'
import { isInDoubt } from './is-in-doubt.ts'
import { useDecideWithdrawal } from './use-decide-withdrawal.ts'

type Props = { withdrawal: AdminWithdrawal; opened: boolean; onClose: () => void }

export function RejectDialog({ withdrawal, opened, onClose }: Props) {
  const t = useT()
  const [problem, setProblem] = useState<string | null>(null)
  const { decide, isPending } = useDecideWithdrawal(onClose, setProblem)
  return (
    <ReasonDialog
      {...{ opened, onClose, isPending, problem }}
      title={t('admin.rejectTitle')}
      text={t('admin.rejectText', { name: withdrawal.userName })}
      action={t('admin.reject')}
      isDanger
      onSend={(reason) => {
        setProblem(null)
        void decide({ id: withdrawal.id, status: 'rejected', adminNotes: reason })
      }}
    >
      {isInDoubt(withdrawal) && <Text fw={600}>{t('admin.rejectInDoubt')}</Text>}
    </ReasonDialog>
  )
}
