import type { BulkApproval } from '@chuma/contract/payouts/payout-queue'
import { useRef, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'

/** Small enough for visible progress, large enough for a thousand to finish soon. */
const PIECE = 50

export type BulkRun = { state: 'running' | 'done' | 'failed'; results: BulkApproval['results'] }

/** Approve in batches. Leaving in between loses nothing: the rest still waits. */
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
    let next: string | null | undefined
    for (let done = 0; next !== null && !isStopped.current; done += PIECE) {
      const piece = ids?.slice(done, done + PIECE)
      const answer = await mutateAsync(
        piece ? { ids: [...piece] } : { all: true, limit: PIECE, ...(next && { after: next }) },
      )
      results.push(...answer.results)
      next = ids ? (done + PIECE < ids.length ? '' : null) : answer.next
      setRun({ state: 'running', results: [...results] })
    }
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
    await Promise.all([utils.admin.listWithdrawals.invalidate(), utils.admin.getPayoutQueue.invalidate()])
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
