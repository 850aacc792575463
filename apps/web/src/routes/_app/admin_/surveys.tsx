import { createFileRoute } from '@tanstack/react-router'
import { loadOffers, OffersPage } from '../../../surveys/offers/offers-page.tsx'

export const Route = createFileRoute('/_app/admin_/surveys')({
  loader: loadOffers,
  component: OffersPage,
})
