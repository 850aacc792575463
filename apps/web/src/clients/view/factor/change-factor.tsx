import type { SecondFactorProof } from '@chuma/contract/admin/staff'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CodeField } from '../../../admin/account/code-field.tsx'
import { PasswordField } from '../../../auth/passwords/password-field.tsx'
import { useT } from '../../../i18n/use-t.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { showToast } from '../../../ui/dialogs/show-toast.ts'
import { clientApi } from '../../client-api.ts'
import { useShowRefusal } from './use-show-refusal.ts'

/** Changing the second factor needs both: the password and a code. */
export function ChangeFactor({ onRenewed }: { onRenewed: (recoveryCodes: string[]) => void }) {
  const t = useT()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<'renew' | 'remove' | null>(null)
  const close = () => setAsked(null)
  const renew = async (proof: SecondFactorProof) => {
    const { recoveryCodes } = await clientApi.clients.renewRecoveryCodes.mutate(proof)
    close()
    onRenewed(recoveryCodes)
    showToast({ kind: 'success', title: t('factor.renew'), message: t('factor.renewed') })
  }
  const remove = async (proof: SecondFactorProof) => {
    const { message } = await clientApi.clients.removeSecondFactor.mutate(proof)
    close()
    showToast({ kind: 'success', title: t('factor.removed'), message })
    await queries.invalidateQueries()
  }
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
        <Proof text={t('factor.renewText')} action={t('factor.renew')} onProved={renew} onCancel={close} />
      </Dialog>
      <Dialog title={t('factor.removeTitle')} opened={asked === 'remove'} onClose={close}>
        <Proof text={t('factor.removeText')} action={t('factor.remove')} onProved={remove} onCancel={close} />
      </Dialog>
    </>
  )
}

type Props = {
  text: string
  action: string
  onProved: (proof: SecondFactorProof) => Promise<void>
  onCancel: () => void
}

/** Asks for password and code again, and says what for. */
function Proof({ text, action, onProved, onCancel }: Props) {
  const t = useT()
  const form = useForm<SecondFactorProof>({ initialValues: { password: '', code: '' } })
  const change = useMutation({ mutationFn: onProved, onError: useShowRefusal(form) })
  return (
    <form onSubmit={form.onSubmit((proof) => change.mutate(proof))} noValidate>
      <Stack>
        <Text>{text}</Text>
        <PasswordField
          label={t('client.currentPassword')}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <CodeField {...form.getInputProps('code')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
