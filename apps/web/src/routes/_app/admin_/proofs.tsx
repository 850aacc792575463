import { createFileRoute } from '@tanstack/react-router'
import { ProofsPage } from '../../../tasks/proofs/proofs-page.tsx'

export const Route = createFileRoute('/_app/admin_/proofs')({ component: ProofsPage })
