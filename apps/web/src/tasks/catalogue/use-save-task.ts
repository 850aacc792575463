import type { AdminTask, AdminTaskKind } from '@chuma/contract/tasks/admin-tasks'
import type { UseFormReturnType } from '@mantine/form'
import { useEdit } from '../../admin/use-edit.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { type TaskValues, toTaskForm } from './task-values.ts'

type Options = {
  kind: AdminTaskKind
  task: AdminTask | undefined
  form: UseFormReturnType<TaskValues>
  onClose: () => void
}

/** Add a task, or change the one that filled the form. */
export function useSaveTask({ kind, task, form, onClose }: Options) {
  const t = useT()
  const utils = trpc.useUtils()
  const { version, meanwhile, handle } = useEdit({
    before: task,
    load: () =>
      utils.admin.getTask.fetch({ id: task?.id ?? '' }, { staleTime: 0 }).catch((error: unknown) => {
        if (isApiError(error) && error.data?.appCode === 'NOT_FOUND') return undefined
        throw error
      }),
    compare: (before, now) => compare(t, before, now),
  })
  const callbacks = {
    onSuccess: () => {
      onClose()
      showToast({ kind: 'success', title: t('catalogue.saved') })
    },
    onError: (error: unknown) => (showFieldErrors(form, error) ? undefined : handle(error)),
    onSettled: () => utils.admin.listTasks.invalidate(),
  } as const
  const creating = trpc.admin.createTask.useMutation(callbacks)
  const updating = trpc.admin.updateTask.useMutation(callbacks)
  const save = (values: TaskValues) => {
    const wish = toTaskForm(values)
    if (task && version !== undefined) updating.mutate({ ...wish, id: task.id, version })
    else creating.mutate({ ...wish, kind })
  }
  return { save, meanwhile, isPending: creating.isPending || updating.isPending }
}

function compare(t: Translate, before: AdminTask, now: AdminTask) {
  const describe = (task: AdminTask) => [
    { label: t('tasksPage.name'), now: task.title },
    { label: t('tasksPage.description'), now: task.description },
    { label: t('tasksPage.points'), now: String(task.points) },
    { label: t('catalogue.link'), now: task.url ?? '' },
    { label: t('tasksPage.seconds'), now: String(task.minTimeSeconds ?? '') },
    { label: t('tasksPage.instructions'), now: task.instructions },
    { label: t('tasksPage.country'), now: task.country },
    { label: t('tasksPage.partner'), now: task.partnerName ?? '' },
    { label: t('catalogue.state'), now: t(task.isActive ? 'catalogue.active' : 'catalogue.inactive') },
  ]
  const earlier = describe(before)
  return describe(now).filter((field, index) => field.now !== earlier[index]?.now)
}
