import { createFileRoute } from '@tanstack/react-router'
import { OffersPage } from '../../surveys/offers/offers-page.tsx'

export const Route = createFileRoute('/_app/admin-survey-manager')({ component: OffersPage })
