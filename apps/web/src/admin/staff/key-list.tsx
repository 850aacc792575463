import type { ApiKey } from '@chuma/contract/admin/api-keys'
import { Button } from '@mantine/core'
import { isUnproven } from '../../auth/step-up-link.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useAsked } from '../../ui/dialogs/use-asked.ts'
import classes from '../list.module.css'
import { useShowFailure } from '../use-show-failure.ts'
import { findKeyState, KeyDetails } from './key-details.tsx'

const isOpen = (key: ApiKey) => ['active', 'restored'].includes(findKeyState(key))

export function KeyList({ keys }: { keys: ApiKey[] }) {
  const t = useT()
  const utils = trpc.useUtils()
  const { subject, isOpen: isAsked, ask, close } = useAsked<ApiKey>()
  const revoke = trpc.admin.revokeApiKey.useMutation({
    onSuccess: ({ name }) => {
      const message = t('keys.revokedText', { name })
      showToast({ kind: 'success', title: t('keys.revokedDone'), message })
    },
    onError: useShowFailure(),
    onSettled: (_answer, error) => {
      if (!isUnproven(error)) close()
      return utils.admin.listApiKeys.invalidate()
    },
  })
  const turnOn = trpc.admin.turnOnApiKey.useMutation({
    onSuccess: () => showToast({ kind: 'success', title: t('keys.turnedOn') }),
    onError: useShowFailure(),
    onSettled: () => utils.admin.listApiKeys.invalidate(),
  })
  return (
    <>
      <ul className={blocks.list} aria-label={t('keys.title')}>
        {keys.map((key) => (
          <li key={key.id} className={classes.row} data-aside data-past={!isOpen(key) || undefined}>
            <KeyDetails apiKey={key} />
            {isOpen(key) && (
              <div>
                {key.restoredAt && (
                  <Button
                    variant="default"
                    px="md"
                    aria-label={t('keys.turnOnFor', { name: key.name })}
                    loading={turnOn.isPending}
                    onClick={() => turnOn.mutate({ id: key.id })}
                  >
                    {t('keys.turnOn')}
                  </Button>
                )}
                <Button
                  variant="default"
                  px="md"
                  aria-label={t('keys.revokeFor', { name: key.name })}
                  onClick={() => ask(key)}
                >
                  {t('keys.revoke')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {subject && (
        <ConfirmDialog
          title={t('keys.revokeTitle', { name: subject.name })}
          text={t('keys.revokeText')}
          action={t('keys.revoke')}
          opened={isAsked}
          isPending={revoke.isPending}
          onConfirm={() => revoke.mutate({ id: subject.id })}
          onClose={close}
        />
      )}
    </>
  )
}
