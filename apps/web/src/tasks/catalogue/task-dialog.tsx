import type { AdminTask, AdminTaskKind } from '@chuma/contract/tasks/admin-tasks'
import { Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ChangedMeanwhile } from '../../admin/changed-meanwhile.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { TaskFields } from './task-fields.tsx'
import { emptyTask, type TaskValues, toTaskValues } from './task-values.ts'
import { useSaveTask } from './use-save-task.ts'

/** If absent, a new task. */
type Props = { kind: AdminTaskKind; task: AdminTask | undefined; onClose: () => void }

export function TaskDialog({ kind, task, onClose }: Props) {
  const t = useT()
  const form = useForm<TaskValues>({
    initialValues: task ? toTaskValues(task) : emptyTask(kind),
    validate: (values) => {
      const needed = ['title', 'points', ...NEEDED[kind]] as const
      return Object.fromEntries(
        needed
          .filter((field) => String(values[field]).trim() === '')
          .map((field) => [field, t('staff.required')]),
      )
    },
  })
  const { save, meanwhile, isPending } = useSaveTask({ kind, task, form, onClose })
  const title = task ? t('tasksPage.editTitle', { title: task.title }) : t(`tasksPage.${kind}New`)
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form onSubmit={form.onSubmit(save, focusFirstError(form))} noValidate>
        <Stack>
          {meanwhile && <ChangedMeanwhile changes={meanwhile.changes} />}
          <TaskFields kind={kind} form={form} />
          <DialogButtons
            action={t('catalogue.save')}
            isPending={isPending}
            isDisabled={meanwhile?.changes === null}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

const NEEDED = {
  video: ['url'],
  ad: ['url', 'minTimeSeconds'],
  social: ['instructions'],
  'micro-job': ['instructions'],
  affiliate: ['url'],
} as const satisfies Record<AdminTaskKind, readonly (keyof TaskValues)[]>
