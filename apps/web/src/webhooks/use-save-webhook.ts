import { type IssuedWebhook, WEBHOOK_EVENTS, type Webhook } from '@chuma/contract/webhooks/webhooks'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useShowFailure } from '../admin/use-show-failure.ts'
import { useT } from '../i18n/use-t.ts'
import { isApiError, trpc } from '../trpc.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { showFieldErrors } from '../ui/forms/show-field-errors.ts'

type Done = { onIssued: (issued: IssuedWebhook) => void; onClose: () => void }

/** Save an endpoint. `theirs` is someone else's newer version; saving again overwrites it. */
export function useSaveWebhook(webhook: Webhook | null, { onIssued, onClose }: Done) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  const [theirs, setTheirs] = useState<Webhook | null>(null)
  const required = (text: string) => (text.trim() ? null : t('staff.required'))
  const { name = '', url = '', events = [...WEBHOOK_EVENTS], isActive = true } = webhook ?? {}
  const form = useForm({
    initialValues: { name, url, events, isActive },
    validate: {
      name: required,
      url: required,
      events: (chosen) => (chosen.length > 0 ? null : t('webhooks.choose')),
    },
  })
  const finish = () => {
    form.reset()
    onClose()
    return utils.webhooks.invalidate()
  }
  const onError = async (error: unknown) => {
    if (showFieldErrors(form, error)) return
    if (!isApiError(error) || error.data?.appCode !== 'WEBHOOK_STATE') return showFailure(error)
    await utils.webhooks.listWebhooks.invalidate()
    const newest = await utils.webhooks.listWebhooks.fetch()
    setTheirs(newest.find(({ id }) => id === webhook?.id) ?? null)
  }
  const create = trpc.webhooks.createWebhook.useMutation({
    onError,
    onSuccess: (issued) => {
      onIssued(issued)
      return finish()
    },
  })
  const update = trpc.webhooks.updateWebhook.useMutation({
    onError,
    onSuccess: (saved) => {
      showToast({ kind: 'success', title: t('webhooks.saved'), message: saved.name })
      return finish()
    },
  })
  const save = ({ isActive: isOn, ...settings }: typeof form.values) => {
    if (!webhook) return create.mutate(settings)
    update.mutate({ ...settings, isActive: isOn, id: webhook.id, version: (theirs ?? webhook).version })
  }
  return { form, save, isPending: create.isPending || update.isPending, theirs }
}
