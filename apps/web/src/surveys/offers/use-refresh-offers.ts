import { trpc } from '../../trpc.ts'

/** Reload lists, figures and forms after a change. */
export function useRefreshOffers() {
  const { admin } = trpc.useUtils()
  return () =>
    Promise.all([
      admin.listSurveys.invalidate(),
      admin.getSurveySummary.invalidate(),
      admin.getSurvey.invalidate(),
    ])
}
