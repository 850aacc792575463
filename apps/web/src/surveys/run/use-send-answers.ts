import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { SurveyDetail } from '@chuma/contract/surveys/surveys'
import { notifications } from '@mantine/notifications'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useRefreshPoints } from '../../wallet/use-refresh-points.ts'
import type { Answers } from './answers.ts'

/** Send answers to the server. Fails at once without a network, rather than waiting for one. */
export function useSendAnswers({ id: surveyId, version }: SurveyDetail, language: string | undefined) {
  const asked = { surveyId, ...(language && { language }) }
  const answered = { ...asked, ...(version !== undefined && { version }) }
  const t = useT()
  const utils = trpc.useUtils()
  const refreshPoints = useRefreshPoints()

  const saving = trpc.surveys.saveAnswer.useMutation({
    networkMode: 'always',
    onSuccess: ({ questions, sections }, { questionId, answer }) => {
      utils.surveys.getSurvey.setData(
        { ...asked, show: 'asked' },
        (known) =>
          known && {
            ...known,
            answers: { ...known.answers, [questionId]: answer },
            // A questionnaire says what the answer leads to.
            ...(questions && { questions }),
            ...(sections && { sections }),
          },
      )
      // The lists show how far the member has come.
      void utils.surveys.listSurveys.invalidate()
    },
  })
  const completing = trpc.surveys.completeSurvey.useMutation({
    networkMode: 'always',
    onSuccess: () => {
      // Hide the message of an earlier failed try.
      notifications.clean()
      refreshPoints()
      void utils.surveys.invalidate()
    },
  })
  return {
    save: (questionId: number, answer: AnswerValue) =>
      saving.mutateAsync({ ...answered, questionId, answer }),
    complete: (answers: Answers) =>
      completing.mutateAsync({ ...answered, answers, completedAt: new Date().toISOString() }),
    sayNotSubmitted: () =>
      showToast({ kind: 'error', title: t('survey.errorTitle'), message: t('survey.submitFailed') }),
    reload: () => void utils.surveys.getSurvey.invalidate({ surveyId }),
    isPending: saving.isPending || completing.isPending,
  }
}
