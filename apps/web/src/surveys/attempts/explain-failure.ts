import { isApiError } from '../../trpc.ts'

export type Failure = 'signed-out' | 'not-found' | 'refused' | 'not-sent'

/** Classify a failed call for a member in the middle of a survey. */
export function explainFailure(error: unknown): Failure {
  const data = isApiError(error) ? error.data : null
  if (data?.httpStatus === 401) return 'signed-out'
  if (data?.appCode === 'SURVEY_NOT_FOUND') return 'not-found'
  return data?.appCode === 'INVALID_INPUT' ? 'refused' : 'not-sent'
}
