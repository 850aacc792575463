import type { QuizResult } from '@chuma/contract/tasks/games'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, trpc } from '../../trpc.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import { useRefreshPoints } from '../../wallet/use-refresh-points.ts'
import { useShowRefusal } from '../use-show-refusal.ts'
import type { QuizAnswers } from './use-quiz-draft.ts'

/** Submit the answers once. */
export function useSubmitQuiz(onGraded: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const refreshPoints = useRefreshPoints()
  const showRefusal = useShowRefusal()

  const submitting = trpc.tasks.submitQuiz.useMutation({
    networkMode: 'always',
    onSuccess: ({ questions, correct, total, pointsEarned }: QuizResult) => {
      onGraded()
      utils.tasks.getQuiz.setData(
        undefined,
        (quiz) =>
          quiz && { ...quiz, questions, canTakeQuiz: false, result: { correct, total, pointsEarned } },
      )
    },
    onError: (error) => {
      showRefusal(t('quiz.failedTitle'), error)
      // Submitted elsewhere, closed, or of another day: reload to show the server's state. If it was not reached, a
      // reload would fail too.
      if (isApiError(error) && error.data) void utils.tasks.getQuiz.invalidate()
    },
    onSettled: refreshPoints,
  })
  const submit = useSingleFlight(async (answers: QuizAnswers) => {
    await submitting.mutateAsync({ answers }).catch(() => undefined)
  })
  return { submit, isPending: submitting.isPending }
}
