import type { ReplyTemplate } from '@chuma/contract/inbox/inbox'
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { actorName } from '../admin/actor-name.ts'
import { useT } from '../i18n/use-t.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { focusFirstError } from '../ui/forms/focus-first-error.ts'
import { Notice } from '../ui/states/notice.tsx'
import { useSaveTemplate } from './use-save-template.ts'

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
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('dialog.cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {t('templates.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
