import type { AdminQuizQuestion } from '@chuma/contract/tasks/admin-quiz'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'

/** Switches a question on or off and retires it, from what this screen shows of it. */
export function useManageQuestions(onDone: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  const callbacks = (title: string) => ({
    onSuccess: () => showToast({ kind: 'success' as const, title }),
    onError: showFailure,
    // After a refusal too: then somebody else was faster, and the list on this screen is out of date.
    onSettled: () => {
      onDone()
      void utils.admin.getGames.invalidate()
      return utils.admin.listQuizQuestions.invalidate()
    },
  })
  const updating = trpc.admin.updateQuizQuestion.useMutation(callbacks(t('catalogue.saved')))
  const retiring = trpc.admin.retireQuizQuestion.useMutation(callbacks(t('catalogue.retired')))
  return {
    switchOn: (row: AdminQuizQuestion, isActive: boolean) => {
      const { id, version, question, optionA, optionB, optionC, optionD, correctAnswer } = row
      updating.mutate({ id, version, question, optionA, optionB, optionC, optionD, correctAnswer, isActive })
    },
    retire: ({ id, version }: AdminQuizQuestion) => retiring.mutate({ id, version }),
    isPending: updating.isPending || retiring.isPending,
  }
}
