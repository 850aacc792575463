import { createFileRoute } from '@tanstack/react-router'
import { ProofsPage } from '../../../tasks/proofs/proofs-page.tsx'
import { waitingProofs } from '../../../tasks/proofs/reject-proof-dialog.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/proofs')({
  staticData: { opensWith: 'admin.listProofs' },
  loader: (loading) =>
    loadForStaff(loading, (_utils, { client, queryClient }) => [
      queryClient.prefetchInfiniteQuery(waitingProofs(client)),
    ]),
  component: ProofsPage,
})
