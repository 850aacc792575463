import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { listMicroJobs } from '../tasks/list-micro-jobs.ts'
import { submitProof } from '../tasks/proofs/submit-proof.ts'

const PROOFS: Record<string, string> = {
  'Prices in your market':
    'Gikomba, Saturday morning: maize flour (2 kg) KES 180, a bunch of sukuma wiki KES 20, a litre of milk KES 65.',
  'Translate ten sentences': 'https://example.com/wanjiku/ten-sentences',
}

/** Submit proofs for a member, so that staff have some to review. Skips existing ones. */
export async function handInProofs(deps: Deps, member: SignedInMember): Promise<void> {
  for (const { id, title, proof } of await listMicroJobs(deps, member)) {
    const words = PROOFS[title]
    if (words && !proof) await submitProof(deps, member, { id, proof: words })
  }
}
