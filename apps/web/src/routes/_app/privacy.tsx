import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from '../../site/privacy/privacy-page.tsx'

export const Route = createFileRoute('/_app/privacy')({ component: PrivacyPage })
