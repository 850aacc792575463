import type { AdminProof } from '@chuma/contract/tasks/tasks'
import { useState } from 'react'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { describeRefusal } from '../../auth/describe-refusal.ts'
import { trpc } from '../../trpc.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'

export type ProofNews = { outcome: 'approved' | 'rejected' | 'elsewhere'; proof: AdminProof }
type Decision = { decision: 'approved' | 'rejected'; reason: string }

/**
 * Decide proofs, one at a time. If someone else decided first, the staff member is told and continues with the next.
 */
export function useDecideProof(onDecided: (proof: AdminProof) => void) {
  const showFailure = useShowFailure()
  const [news, setNews] = useState<ProofNews>()
  const deciding = trpc.admin.decideProof.useMutation()
  const tell = (outcome: ProofNews['outcome'], proof: AdminProof) => {
    setNews({ outcome, proof })
    onDecided(proof)
  }
  const decide = useSingleFlight(async (proof: AdminProof, { decision, reason }: Decision) => {
    try {
      await deciding.mutateAsync({ id: proof.id, memberId: proof.userId, decision, reason })
      tell(decision, proof)
    } catch (error) {
      if (describeRefusal(error, '').code === 'PROOF_STATE') tell('elsewhere', proof)
      else showFailure(error)
    }
  })
  return { decide, news, isPending: deciding.isPending }
}
