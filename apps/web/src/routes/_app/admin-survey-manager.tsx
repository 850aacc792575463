import { createFileRoute } from '@tanstack/react-router'
import { ALONE } from '../../app/load.ts'
import { FIRST_OFFERS, OffersPage } from '../../surveys/offers/offers-page.tsx'
import { loadForStaff } from '../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin-survey-manager')({
  staticData: { opensWith: 'admin.listSurveys' },
  loader: (loading) =>
    loadForStaff(loading, ({ admin }) => [
      admin.getSurveySummary.prefetch(undefined, ALONE),
      admin.listSurveys.prefetch(FIRST_OFFERS),
    ]),
  component: OffersPage,
})
