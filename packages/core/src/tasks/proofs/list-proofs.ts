import { isSafeUrl } from '@chuma/contract/safe-url'
import type { adminProof, ListProofsInput } from '@chuma/contract/tasks/tasks'
import type { Answer } from '@chuma/contract/timestamp'
import { listProofs as listRows, type ProofRow } from '@chuma/db/queries/tasks/task-proofs'
import type { Deps } from '../../deps.ts'
import { taskLink } from '../task-link.ts'

type AdminProof = Answer<typeof adminProof>

/** List proofs of all members, oldest first. */
export async function listProofs({ db }: Deps, input: ListProofsInput): Promise<AdminProof[]> {
  return (await listRows(db, input)).map(describeProof)
}

/** Describe a proof for staff. It becomes a link only if it is safe: staff are the first to meet a hostile one. */
export function describeProof({ url, ...row }: ProofRow): AdminProof {
  return {
    ...row,
    proofUrl: isSafeUrl(row.proof) ? row.proof : null,
    taskUrl: taskLink({ kind: row.kind, url }),
  }
}
