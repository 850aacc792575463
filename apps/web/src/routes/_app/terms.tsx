import { createFileRoute } from '@tanstack/react-router'
import { TermsPage } from '../../site/policy-pages.tsx'

export const Route = createFileRoute('/_app/terms')({ component: TermsPage })
