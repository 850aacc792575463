import { AdminFrame } from '../../admin/frame/admin-frame.tsx'
import { useT } from '../../i18n/use-t.ts'
import { ProofQueue } from './proof-queue.tsx'

/** What members handed in, one after the other. */
export function ProofsPage() {
  const t = useT()
  return (
    <AdminFrame title={t('proofQueue.title')} needs="proofs:read">
      {({ permissions }) => <ProofQueue mayDecide={permissions.includes('proofs:decide')} />}
    </AdminFrame>
  )
}
