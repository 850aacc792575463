import { createFileRoute } from '@tanstack/react-router'
import { loadForStaff } from '../../../app/load.ts'
import { ProofsPage } from '../../../tasks/proofs/proofs-page.tsx'
import { waitingProofs } from '../../../tasks/proofs/use-proof-queue.ts'

export const Route = createFileRoute('/_app/admin_/proofs')({
  loader: (context) =>
    loadForStaff(context, (_utils, { client, queryClient }) => [
      queryClient.prefetchInfiniteQuery(waitingProofs(client)),
    ]),
  component: ProofsPage,
})
