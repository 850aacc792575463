import type { AdminTask } from '@chuma/contract/tasks/admin-tasks'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { toTaskForm, toTaskValues } from './task-values.ts'

/** Switch a task on or off, or retire it, based on the version on this screen. */
export function useManageTasks(onDone: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  const callbacks = (title: string) => ({
    onSuccess: () => showToast({ kind: 'success' as const, title }),
    onError: showFailure,
    // Also after a refusal: someone else changed it first, so this list is out of date.
    onSettled: () => {
      onDone()
      return utils.admin.listTasks.invalidate()
    },
  })
  const updating = trpc.admin.updateTask.useMutation(callbacks(t('catalogue.saved')))
  const retiring = trpc.admin.retireTask.useMutation(callbacks(t('catalogue.retired')))
  return {
    switchOn: (task: AdminTask, isActive: boolean) => {
      const { id, version } = task
      updating.mutate({ ...toTaskForm(toTaskValues(task)), isActive, id, version })
    },
    retire: ({ id, version }: AdminTask) => retiring.mutate({ id, version }),
    isPending: updating.isPending || retiring.isPending,
  }
}
