import type { BankBatch } from '@chuma/contract/payouts/bank-batches'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../admin/frame/use-staff-member.ts'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { saveFile } from '../../ui/actions/save-file.ts'
import classes from './batches.module.css'
import { CancelBatchDialog } from './cancel-batch-dialog.tsx'

/** What may still be done with a batch: download its file, say that it is uploaded, cancel it. */
export function BatchActions({ batch }: { batch: BankBatch }) {
  const t = useT()
  const mayManage = useMay('payouts:manage')
  const [isCancelling, setIsCancelling] = useState(false)
  const { number, end, isDownloaded, openCount, rowCount } = batch
  const isUndecided = mayManage && end === null
  return (
    <div className={classes.actions}>
      {end?.step !== 'cancelled' && <Download batch={batch} />}
      {isUndecided && isDownloaded && openCount > 0 && <Uploaded batch={batch} />}
      {isUndecided && openCount === rowCount && (
        <>
          <Button variant="subtle" color="red" onClick={() => setIsCancelling(true)}>
            {t('batches.cancel', { number })}
          </Button>
          <CancelBatchDialog batch={batch} opened={isCancelling} onClose={() => setIsCancelling(false)} />
        </>
      )}
    </div>
  )
}

function Download({ batch: { id, number } }: { batch: BankBatch }) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  const mayDownload = useMay('payout-details:read')
  const download = trpc.admin.downloadBankBatch.useMutation({
    onSuccess: ({ name, csv }) => saveFile(name, new Blob([csv], { type: 'text/csv' })),
    onError: showFailure,
    onSettled: () => utils.admin.listBankBatches.invalidate(),
  })
  if (!mayDownload) return null
  return (
    <Button variant="default" loading={download.isPending} onClick={() => download.mutate({ id })}>
      {t('batches.download', { number })}
    </Button>
  )
}

function Uploaded({ batch: { id, number } }: { batch: BankBatch }) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  const mark = trpc.admin.markBatchUploaded.useMutation({
    onError: showFailure,
    // Also after a refusal: someone else acted first.
    onSettled: () => utils.admin.listBankBatches.invalidate(),
  })
  return (
    <Button variant="default" loading={mark.isPending} onClick={() => mark.mutate({ id })}>
      {t('batches.markUploaded', { number })}
    </Button>
  )
}
