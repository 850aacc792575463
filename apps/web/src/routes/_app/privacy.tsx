import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from '../../site/policy-pages.tsx'

export const Route = createFileRoute('/_app/privacy')({ component: PrivacyPage })
