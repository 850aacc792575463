import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from './-privacy/privacy-page.tsx'

export const Route = createFileRoute('/_app/privacy')({ component: PrivacyPage })
