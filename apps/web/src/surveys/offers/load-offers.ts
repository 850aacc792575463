import { ALONE, loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'
import { FIRST_OFFERS } from './offers-manager.tsx'

/** Start the summary cards and the first page of offers. */
export function loadOffers(loading: Loading): void {
  loadForStaff(loading, 'offers:read', ({ admin }) => [
    admin.getSurveySummary.prefetch(undefined, ALONE),
    admin.listSurveys.prefetch(FIRST_OFFERS),
  ])
}
