import type { ReplyTemplate } from '@chuma/contract/inbox/inbox'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useShowFailure } from '../admin/use-show-failure.ts'
import { useT } from '../i18n/use-t.ts'
import { isApiError, trpc } from '../trpc.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { showFieldErrors } from '../ui/forms/show-field-errors.ts'

/** Saves a template. `theirs`: what somebody else has made of it meanwhile; saving again puts it aside. */
export function useSaveTemplate(template: ReplyTemplate | null, onSaved: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  const [theirs, setTheirs] = useState<ReplyTemplate | null>(null)
  const required = (text: string) => (text.trim() ? null : t('staff.required'))
  const { name = '', subject, text = '' } = template ?? {}
  const form = useForm({
    initialValues: { name, subject: subject ?? '', text },
    validate: { name: required, text: required },
  })
  const handlers = {
    onSuccess: async () => {
      showToast({ kind: 'success', title: t('templates.saved') })
      onSaved()
      form.reset()
      await utils.admin.listReplyTemplates.invalidate()
    },
    onError: async (error: unknown) => {
      if (showFieldErrors(form, error)) return
      if (!isApiError(error) || error.data?.appCode !== 'TEMPLATE_STATE') return showFailure(error)
      await utils.admin.listReplyTemplates.invalidate()
      const newest = await utils.admin.listReplyTemplates.fetch()
      setTheirs(newest.find(({ id }) => id === template?.id) ?? null)
    },
  }
  const create = trpc.admin.createReplyTemplate.useMutation(handlers)
  const update = trpc.admin.updateReplyTemplate.useMutation(handlers)
  const save = (typed: typeof form.values) => {
    const words = { ...typed, subject: typed.subject.trim() || null }
    if (!template) return create.mutate(words)
    update.mutate({ ...words, id: template.id, version: (theirs ?? template).version })
  }
  return { form, save, isPending: create.isPending || update.isPending, theirs }
}
