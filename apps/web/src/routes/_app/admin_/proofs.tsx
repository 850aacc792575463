import { createFileRoute } from '@tanstack/react-router'
import { ProofsPage } from '../../../tasks/proofs/proofs-page.tsx'
import { loadProofs } from '../../../tasks/proofs/reject-proof-dialog.tsx'

export const Route = createFileRoute('/_app/admin_/proofs')({
  loader: loadProofs,
  component: ProofsPage,
})
