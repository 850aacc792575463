import { createFileRoute } from '@tanstack/react-router'
import { NotMePage } from '../../auth/security/not-me-page.tsx'

export const Route = createFileRoute('/_app/not-me')({ component: NotMePage })
