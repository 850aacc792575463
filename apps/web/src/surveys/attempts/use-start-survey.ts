import type { StartedSurvey } from '@chuma/contract/surveys/surveys'
import { useState } from 'react'
import { useLeaveWhenExpired } from '../../auth/sessions/use-leave-when-expired.ts'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'

/**
 * Start a survey, which fixes its questions and reward, and pass the server's answer to `goOn`. Starts once, however
 * often it is pressed, and reports a failure of either. Fails at once without a network.
 */
export function useStartSurvey(goOn: (started: StartedSurvey) => Promise<void>) {
  const utils = trpc.useUtils()
  const sayFailure = useSayFailure()
  const [isPending, setPending] = useState(false)
  const { mutateAsync } = trpc.surveys.startSurvey.useMutation({ networkMode: 'always' })

  const start = useSingleFlight(async (surveyId: string) => {
    setPending(true)
    try {
      const started = await mutateAsync({ surveyId })
      void utils.surveys.invalidate()
      await goOn(started)
    } catch (error) {
      sayFailure(error)
    } finally {
      setPending(false)
    }
  })
  return { start, isPending }
}

/** Starting again would fail again: the server's message says why. */
const CLOSED: ReadonlySet<string> = new Set(['SURVEY_FULL', 'QUOTA_FULL', 'PROFILE_NEEDED'])

function useSayFailure() {
  const t = useT()
  const utils = trpc.useUtils()
  const leave = useLeaveWhenExpired()
  return (error: unknown) => {
    const data = isApiError(error) ? error.data : null
    if (data?.httpStatus === 401) return leave()
    const isFull = CLOSED.has(data?.appCode ?? '')
    if (isFull || data?.appCode === 'SURVEY_NOT_FOUND') void utils.surveys.listSurveys.invalidate()
    const failed = t('surveys.startFailed')
    // The default message suggests a retry, which would fail again.
    const message = isFull ? serverMessage(error, failed) : failed
    showToast({ kind: 'error', title: t('survey.errorTitle'), message })
  }
}
