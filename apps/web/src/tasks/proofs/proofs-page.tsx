import { AdminFrame } from '../../admin/frame/admin-frame.tsx'
import { useT } from '../../i18n/use-t.ts'
import { ProofQueue } from './proof-queue.tsx'

/** The review queue for members' proofs. */
export function ProofsPage() {
  const t = useT()
  return (
    <AdminFrame title={t('proofQueue.title')} needs="proofs:read">
      {({ permissions }) => <ProofQueue mayDecide={permissions.includes('proofs:decide')} />}
    </AdminFrame>
  )
}
