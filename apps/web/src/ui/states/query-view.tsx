import { type ReactNode, useDeferredValue } from 'react'
import { ErrorState } from './error-state.tsx'

type Props<Data> = {
  query: {
    data: Data | undefined
    isError: boolean
    error: unknown
    isFetching: boolean
    /** The browser knows that it is offline, so the question was not even asked. */
    isPaused: boolean
    refetch: () => Promise<unknown>
  }
  /** Stands in the place of the content until it arrives. */
  skeleton: ReactNode
  errorTitle?: string
  children: (data: Data) => ReactNode
}

/** The three faces of asked-for data. What has once arrived stays on screen when asking again fails. */
export function QueryView<Data>({ query, skeleton, errorTitle, children }: Props<Data>) {
  // What has just come is drawn in small steps, between which the page answers to a finger.
  const isDrawn = useDeferredValue(query.data !== undefined)
  if (query.data !== undefined) return isDrawn ? children(query.data) : skeleton
  const hasFailed = (query.isError && !query.isFetching) || query.isPaused
  if (!hasFailed) return skeleton
  return (
    <ErrorState
      onRetry={() => void query.refetch()}
      error={query.error}
      {...(errorTitle !== undefined && { title: errorTitle })}
    />
  )
}
