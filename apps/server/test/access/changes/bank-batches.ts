import type { Deps } from '@chuma/core/deps'
import { createBankBatch } from '@chuma/core/payouts/batches/batches'
import {
  FORMAT,
  givenApproved,
  givenBatch,
  MAPPING,
  newReference,
  resultOf,
} from '@chuma/core/payouts/batches/testing'
import { finance } from '@chuma/core/payouts/testing'
import type { Boss, Changes } from './change.ts'

/** Make a batch, and download its file. */
export function batchChanges(deps: Deps, boss: Boss): Changes {
  const given = async () => {
    await givenApproved(deps, deps.db)
    return givenBatch(deps)
  }
  return {
    'admin.createBankBatch': async () => {
      await givenApproved(deps, deps.db)
      return boss({ format: FORMAT })
    },
    'admin.markBatchUploaded': async () => boss({ id: (await given()).batch.id }),
    'admin.cancelBankBatch': async () => {
      await givenApproved(deps, deps.db)
      const { id } = await createBankBatch(deps, finance, { format: FORMAT })
      return boss({ id, reason: 'The bank refuses the format' })
    },
    'admin.downloadBankBatch': async () => boss({ id: (await given()).batch.id }),
  }
}

async function resultInput(given: () => ReturnType<typeof givenBatch>) {
  const { batch, lines } = await given()
  // The batch may hold payments of other tests too.
  const rows = lines
    .slice(-2)
    .map((line) => [line, { status: 'Paid', receipt: newReference() }] as [typeof line, object])
  const csv = resultOf(rows as Parameters<typeof resultOf>[0])
  return { id: batch.id, csv, mapping: MAPPING, isDryRun: false }
}

/** A result of two rows, each with its own audit entry. */
export async function givenTwoResults(deps: Deps) {
  return resultInput(async () => {
    await givenApproved(deps, deps.db)
    await givenApproved(deps, deps.db)
    return givenBatch(deps)
  })
}
