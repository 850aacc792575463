import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { ProofForm } from './proof-form.tsx'

/** Changing the second factor needs both: the password and a code. */
export function SecondFactorOn({ onRenewed }: { onRenewed: (recoveryCodes: string[]) => void }) {
  const t = useT()
  const utils = trpc.useUtils()
  const [asked, setAsked] = useState<'renew' | 'remove' | null>(null)
  const close = () => setAsked(null)
  const renew = trpc.admin.renewRecoveryCodes.useMutation({
    onSuccess: ({ recoveryCodes }) => {
      close()
      onRenewed(recoveryCodes)
      showToast({ kind: 'success', title: t('factor.renew'), message: t('factor.renewed') })
    },
  })
  const remove = trpc.admin.removeSecondFactor.useMutation({
    onSuccess: ({ message }) => {
      close()
      showToast({ kind: 'success', title: t('factor.removed'), message })
      return utils.admin.getStaffMember.invalidate()
    },
  })
  return (
    <>
      <Group>
        <Button variant="default" onClick={() => setAsked('renew')}>
          {t('factor.renew')}
        </Button>
        <Button variant="default" onClick={() => setAsked('remove')}>
          {t('factor.remove')}
        </Button>
      </Group>
      <Dialog title={t('factor.renew')} opened={asked === 'renew'} onClose={close}>
        <ProofForm
          text={t('factor.renewText')}
          action={t('factor.renew')}
          mutation={renew}
          onCancel={close}
        />
      </Dialog>
      <Dialog title={t('factor.removeTitle')} opened={asked === 'remove'} onClose={close}>
        <ProofForm
          text={t('factor.removeText')}
          action={t('factor.remove')}
          isDanger
          mutation={remove}
          onCancel={close}
        />
      </Dialog>
    </>
  )
}
