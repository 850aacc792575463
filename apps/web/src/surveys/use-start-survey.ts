import { useNavigate } from '@tanstack/react-router'
import { useT } from '../i18n/use-t.ts'
import { isApiError, trpc } from '../trpc.ts'
import { showToast } from '../ui/show-toast.ts'

/** Begins a survey, which fixes its questions and its reward, and goes to it. */
export function useStartSurvey() {
  const t = useT()
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  return trpc.surveys.startSurvey.useMutation({
    networkMode: 'always',
    onSuccess: async ({ surveyId }) => {
      void utils.surveys.invalidate()
      await navigate({ to: '/survey/$surveyId', params: { surveyId } })
    },
    onError: (error) => {
      const data = isApiError(error) ? error.data : null
      if (data?.httpStatus === 401) {
        showToast({ kind: 'error', title: t('survey.startExpiredTitle'), message: t('survey.sessionText') })
        return
      }
      if (data?.appCode === 'SURVEY_NOT_FOUND') void utils.surveys.listSurveys.invalidate()
      showToast({ kind: 'error', title: t('survey.errorTitle'), message: t('surveys.startFailed') })
    },
  })
}
