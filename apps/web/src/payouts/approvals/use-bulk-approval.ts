import type { BulkApproval } from '@chuma/contract/payouts/payout-queue'
import { useRef, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'

/** Small enough for visible progress, large enough for a thousand to finish soon. */
const PIECE = 50

export type BulkRun = { state: 'running' | 'done' | 'failed'; results: BulkApproval['results'] }

/** Approve these, or everything pending, in batches. Leaving in between loses nothing: the rest still waits. */
export function useBulkApproval() {
  const t = useT()
  const utils = trpc.useUtils()
  const { mutateAsync } = trpc.admin.approveWithdrawals.useMutation()
  const [run, setRun] = useState<BulkRun | null>(null)
  const isStopped = useRef(false)

  async function approve(ids: readonly string[] | null) {
    const results: BulkApproval['results'] = []
    isStopped.current = false
    setRun({ state: 'running', results })
    let after: string | null = null
    do {
      const piece = ids
        ? { ids: ids.slice(results.length, results.length + PIECE) }
        : { all: true as const, limit: PIECE, ...(after && { after }) }
      const answer: BulkApproval = await mutateAsync(piece)
      results.push(...answer.results)
      after = answer.next
      setRun({ state: 'running', results: [...results] })
    } while (!isStopped.current && (ids ? results.length < ids.length : after))
    setRun({ state: 'done', results })
  }

  const start = useSingleFlight(async (ids: readonly string[] | null) => {
    await approve(ids).catch((error: unknown) => {
      setRun((before) => ({ state: 'failed', results: before?.results ?? [] }))
      showToast({
        kind: 'error',
        title: t('bulk.failedTitle'),
        message: serverMessage(error, t('bulk.failed')),
      })
    })
    await Promise.all([
      utils.admin.listWithdrawals.invalidate(),
      utils.admin.previewBulkApproval.invalidate(),
      utils.admin.getPayoutQueue.invalidate(),
      utils.admin.listPayoutQueues.invalidate(),
      utils.admin.listWaiting.invalidate(),
    ])
  })
  return {
    run,
    start,
    stop: () => {
      isStopped.current = true
    },
    forget: () => setRun(null),
  }
}
