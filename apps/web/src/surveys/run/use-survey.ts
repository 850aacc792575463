import { keepPreviousData } from '@tanstack/react-query'
import { useEffect } from 'react'
import { trpc } from '../../trpc.ts'
import { explainFailure } from '../attempts/explain-failure.ts'
import { useLeaveSurvey } from './use-leave-survey.ts'

/** The survey with its saved answers, always fetched fresh: another tab or device may have gone further. */
export function useSurvey(surveyId: string, language: string | undefined) {
  const query = trpc.surveys.getSurvey.useQuery(
    { surveyId, show: 'asked', ...(language && { language }) },
    // The questions stay where they are while another language loads.
    { staleTime: 0, gcTime: 0, refetchOnWindowFocus: true, placeholderData: keepPreviousData },
  )
  const leave = useLeaveSurvey()
  const failure = query.error ? explainFailure(query.error) : null

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per failure, however often the page renders
  useEffect(() => {
    if (failure === 'signed-out') leave('signed-out')
    // The server can only refuse the id here, so an invalid id counts as not found.
    if (failure === 'not-found' || failure === 'refused') leave('not-found')
  }, [failure])
  return query
}
