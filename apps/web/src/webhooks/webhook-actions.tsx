import type { IssuedWebhook, Webhook } from '@chuma/contract/webhooks/webhooks'
import { Button } from '@mantine/core'
import classes from '../admin/list.module.css'
import { useShowFailure } from '../admin/use-show-failure.ts'
import { isUnproven } from '../auth/way-back.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { useAsked } from '../ui/dialogs/use-asked.ts'
import { ReplayDialog } from './replay-dialog.tsx'

type Action = 'test' | 'edit' | 'rotate' | 'replay' | 'retire'
type Props = { webhook: Webhook; onIssued: (issued: IssuedWebhook) => void; onEdit: () => void }

/** The actions that owners may take on an endpoint, with their dialogs. */
export function WebhookActions({ webhook, onIssued, onEdit }: Props) {
  const t = useT()
  const { id, name, isActive } = webhook
  const { subject, isOpen, ask, close } = useAsked<'rotate' | 'replay' | 'retire'>()
  const { test, rotate, replay, retire } = useManageWebhook({ onIssued, onSettled: close })
  const actions: Action[] = isActive
    ? ['test', 'edit', 'rotate', 'replay', 'retire']
    : ['edit', 'rotate', 'retire']
  const start = (action: Action) => {
    if (action === 'test') test.mutate({ id })
    else if (action === 'edit') onEdit()
    else ask(action)
  }
  const confirms = { rotate, retire }
  return (
    <div className={classes.bar}>
      {actions.map((action) => (
        <Button
          key={action}
          variant="default"
          px="md"
          aria-label={t('webhooks.actionFor', { action: t(`webhooks.${action}`), name })}
          loading={action === 'test' && test.isPending}
          onClick={() => start(action)}
        >
          {t(`webhooks.${action}`)}
        </Button>
      ))}
      {(subject === 'rotate' || subject === 'retire') && (
        <ConfirmDialog
          title={t(`webhooks.${subject}Title`, { name })}
          text={t(`webhooks.${subject}Text`)}
          action={t(`webhooks.${subject}`)}
          opened={isOpen}
          isPending={confirms[subject].isPending}
          onConfirm={() => confirms[subject].mutate({ id })}
          onClose={close}
        />
      )}
      {subject === 'replay' && (
        <ReplayDialog
          name={name}
          opened={isOpen}
          isPending={replay.isPending}
          onReplay={(since) => replay.mutate({ id, since })}
          onClose={close}
        />
      )}
    </div>
  )
}

type Handlers = { onIssued: (issued: IssuedWebhook) => void; onSettled: () => void }

/** Act on an endpoint, report the outcome and reload both lists. */
function useManageWebhook({ onIssued, onSettled }: Handlers) {
  const t = useT()
  const utils = trpc.useUtils()
  const handlers = {
    onError: useShowFailure(),
    // Also after a refusal: someone else changed it first.
    onSettled: (_answer: unknown, error: unknown) => {
      // Someone who did not confirm who they are can do so from the same dialog.
      if (!isUnproven(error)) onSettled()
      return utils.webhooks.invalidate()
    },
  }
  const say = (title: string, message: string) => showToast({ kind: 'success', title, message })
  return {
    test: trpc.webhooks.sendTest.useMutation({
      ...handlers,
      onSuccess: () => say(t('webhooks.tested'), t('webhooks.testedText')),
    }),
    rotate: trpc.webhooks.rotateSecret.useMutation({ ...handlers, onSuccess: onIssued }),
    replay: trpc.webhooks.replayFailed.useMutation({
      ...handlers,
      onSuccess: ({ replayed: count }) => say(t('webhooks.replayed'), t('webhooks.replayedText', { count })),
    }),
    retire: trpc.webhooks.retireWebhook.useMutation({
      ...handlers,
      onSuccess: ({ name }) => say(t('webhooks.retired'), name),
    }),
  }
}
