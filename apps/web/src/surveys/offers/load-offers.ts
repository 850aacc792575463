import { loadForStaff } from '../../app/load.ts'
import { FIRST_OFFERS } from './offers-manager.tsx'

/** Start what the page of survey offers shows before anyone filters it. */
export function loadOffers(context: { preload: boolean }): void {
  loadForStaff(context, ({ admin }) => [
    admin.getSurveySummary.prefetch(),
    admin.listSurveys.prefetch(FIRST_OFFERS),
  ])
}
