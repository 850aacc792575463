import { trpc } from '../../trpc.ts'

/** After a change the lists, the figures and what forms are filled from are asked for again. */
export function useRefreshOffers() {
  const { admin } = trpc.useUtils()
  return () =>
    Promise.all([
      admin.listSurveys.invalidate(),
      admin.getSurveySummary.invalidate(),
      admin.getSurvey.invalidate(),
    ])
}
