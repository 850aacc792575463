import type { ReplyTemplate } from '@chuma/contract/inbox/inbox'
import { Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { actorName } from '../admin/actor-name.ts'
import { useShowFailure } from '../admin/use-show-failure.ts'
import { useT } from '../i18n/use-t.ts'
import { isApiError, trpc } from '../trpc.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../ui/dialogs/dialog-buttons.tsx'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { focusFirstError } from '../ui/forms/focus-first-error.ts'
import { showFieldErrors } from '../ui/forms/show-field-errors.ts'
import { Notice } from '../ui/states/notice.tsx'

type Props = { template: ReplyTemplate | null; opened: boolean; onClose: () => void }

export function TemplateDialog({ template, opened, onClose }: Props) {
  const t = useT()
  const { form, save, isPending, theirs } = useSaveTemplate(template, onClose)
  return (
    <Dialog opened={opened} onClose={onClose} title={t(template ? 'templates.editTitle' : 'templates.add')}>
      <form onSubmit={form.onSubmit(save, focusFirstError(form))} noValidate>
        <Stack>
          {theirs && (
            <Notice title={t('desk.changedTitle')}>
              {t('templates.meanwhile', { name: actorName(t, theirs.updatedBy), text: theirs.text })}
            </Notice>
          )}
          <TextInput
            label={t('templates.name')}
            maxLength={80}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t('templates.subject')}
            description={t('templates.subjectHint')}
            maxLength={150}
            {...form.getInputProps('subject')}
          />
          <Textarea
            label={t('templates.body')}
            autosize
            minRows={6}
            maxLength={5000}
            {...form.getInputProps('text')}
          />
          <DialogButtons action={t('templates.save')} isPending={isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}

/** Save a template. `theirs` is someone else's newer version; saving again overwrites it. */
function useSaveTemplate(template: ReplyTemplate | null, onSaved: () => void) {
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
