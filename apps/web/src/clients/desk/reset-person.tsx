import type { ClientDetail } from '@chuma/contract/clients/clients'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useRefreshClients } from './use-refresh-clients.ts'

/** A fresh start for someone of a client who lost their password or second factor. */
export function ResetPerson({ person: { id, name } }: { person: ClientDetail['people'][number] }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const refresh = useRefreshClients()
  const reset = trpc.admin.resetClientUser.useMutation({
    onSuccess: () => {
      setOpen(false)
      showToast({ kind: 'success', title: t('clients.resetDone') })
      return refresh()
    },
    onError: useShowFailure(),
  })
  return (
    <>
      <Button variant="default" aria-label={`${t('clients.reset')}: ${name}`} onClick={() => setOpen(true)}>
        {t('clients.reset')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={t('clients.resetTitle', { name })}
        text={t('clients.resetText')}
        action={t('clients.reset')}
        isPending={reset.isPending}
        onConfirm={() => reset.mutate({ id })}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
