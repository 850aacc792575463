import { createFileRoute } from '@tanstack/react-router'
import { ContactPage } from '../../inbox/contact/contact-page.tsx'

export const Route = createFileRoute('/_app/contact')({ component: ContactPage })
