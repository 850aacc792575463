import type { CompletedSurvey, StartedSurvey } from '@chuma/contract/surveys/surveys'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { trpc } from '../../trpc.ts'
import { openTab } from '../../ui/actions/open-tab.ts'
import { useRefreshPoints } from '../../wallet/use-refresh-points.ts'
import { isOpen } from '../attempts/attempt-state.ts'
import { useStartSurvey } from '../attempts/use-start-survey.ts'

type Taken =
  | { kind: 'earned'; result: CompletedSurvey }
  /** On the partner's page, unless the browser blocked it. */
  | { kind: 'left'; url: string; isOpened: boolean }

/** Start a survey and continue as its kind requires. */
export function useTakeSurvey(surveyId: string) {
  const navigate = useNavigate()
  const complete = useCompleteAtOnce()
  const [taken, setTaken] = useState<Taken>()

  const { start, isPending } = useStartSurvey(async ({ status, kind, externalUrl }: StartedSurvey) => {
    // It ended elsewhere in the meantime. The page is already refetching.
    if (!isOpen(status)) return
    if (kind === 'questions') {
      await navigate({ to: '/survey/$surveyId', params: { surveyId } })
    } else if (kind === 'instant') {
      setTaken({ kind: 'earned', result: await complete(surveyId) })
    } else {
      if (!externalUrl) throw new Error(`Survey ${surveyId} has no address`)
      setTaken({ kind: 'left', url: externalUrl, isOpened: openTab(externalUrl) })
    }
  })
  return { take: () => start(surveyId), isPending, taken }
}

function useCompleteAtOnce() {
  const utils = trpc.useUtils()
  const refreshPoints = useRefreshPoints()
  const { mutateAsync } = trpc.surveys.completeSurvey.useMutation({ networkMode: 'always' })
  return async (surveyId: string) => {
    const result = await mutateAsync({ surveyId, completedAt: new Date().toISOString() })
    // Hide the message of an earlier failed try.
    notifications.clean()
    refreshPoints()
    void utils.surveys.invalidate()
    return result
  }
}
