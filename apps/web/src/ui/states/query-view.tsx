import { type ReactNode, useDeferredValue } from 'react'
import { ErrorState } from './error-state.tsx'

type Props<Data> = {
  query: {
    data: Data | undefined
    isError: boolean
    error: unknown
    isFetching: boolean
    /** The browser is offline, so the query was not sent. */
    isPaused: boolean
    refetch: () => Promise<unknown>
  }
  /** Replaces the content until it loads. */
  skeleton: ReactNode
  errorTitle?: string
  children: (data: Data) => ReactNode
}

/** The loading, failed and loaded states of a query. Loaded data stays when a refetch fails. */
export function QueryView<Data>({ query, skeleton, errorTitle, children }: Props<Data>) {
  // Rendered as a transition, so that the page stays responsive to touch.
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
