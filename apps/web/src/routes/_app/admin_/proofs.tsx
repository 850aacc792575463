import { createFileRoute } from '@tanstack/react-router'
import { loadProofs } from '../../../tasks/proofs/load-proofs.ts'
import { ProofsPage } from '../../../tasks/proofs/proofs-page.tsx'

export const Route = createFileRoute('/_app/admin_/proofs')({
  loader: loadProofs,
  component: ProofsPage,
})
