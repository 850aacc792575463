import type { AnswerValue } from '@chuma/contract/surveys/surveys'
import { notifications } from '@mantine/notifications'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useRefreshPoints } from '../../wallet/use-refresh-points.ts'
import type { Answers } from './answers.ts'

/** Brings answers to the server. A network that is down fails at once instead of waiting for better days. */
export function useSendAnswers(surveyId: string) {
  const t = useT()
  const utils = trpc.useUtils()
  const refreshPoints = useRefreshPoints()

  const saving = trpc.surveys.saveAnswer.useMutation({
    networkMode: 'always',
    onSuccess: (_, { questionId, answer }) => {
      utils.surveys.getSurvey.setData(
        { surveyId },
        (known) => known && { ...known, answers: { ...known.answers, [questionId]: answer } },
      )
      // There it says now how far the member has come.
      void utils.surveys.listSurveys.invalidate()
    },
  })
  const completing = trpc.surveys.completeSurvey.useMutation({
    networkMode: 'always',
    onSuccess: () => {
      // An earlier try may have failed; its message must not stand over the success.
      notifications.clean()
      refreshPoints()
      void utils.surveys.invalidate()
    },
  })
  return {
    save: (questionId: number, answer: AnswerValue) => saving.mutateAsync({ surveyId, questionId, answer }),
    complete: (answers: Answers) =>
      completing.mutateAsync({ surveyId, answers, completedAt: new Date().toISOString() }),
    sayNotSubmitted: () =>
      showToast({ kind: 'error', title: t('survey.errorTitle'), message: t('survey.submitFailed') }),
    reload: () => void utils.surveys.getSurvey.invalidate({ surveyId }),
    isPending: saving.isPending || completing.isPending,
  }
}
