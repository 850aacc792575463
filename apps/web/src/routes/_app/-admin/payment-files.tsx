import type { ImportedPayments } from '@chuma/contract/manual-payments'
import { Button, FileInput } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../../i18n/use-t.ts'
import { isApiError, trpc } from '../../../trpc.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { Section } from '../../../ui/section.tsx'
import { showToast } from '../../../ui/show-toast.ts'
import { useSingleFlight } from '../../../ui/use-single-flight.ts'
import classes from './payment-files.module.css'
import { PaymentResults } from './payment-results.tsx'
import { useShowFailure } from './use-show-failure.ts'

/** What waits to be paid by hand goes out as a table, and comes back with references. */
export function PaymentFiles() {
  const t = useT()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { send, result, forget, pending } = useImport(setProblem)
  const start = async (isDryRun: boolean) => {
    if (!file) return setProblem(t('files.missing'))
    send({ csv: await file.text(), isDryRun })
  }
  const choose = (chosen: File | null) => {
    setFile(chosen)
    setProblem(null)
    forget()
  }
  // Only what was looked at is booked.
  const isChecked = result?.isDryRun === true && result.paidCount > 0
  return (
    <Section title={t('files.title')} text={t('files.text')}>
      <div>
        <Download />
      </div>
      <FileInput
        label={t('files.file')}
        placeholder={t('files.placeholder')}
        accept=".csv,text/csv"
        classNames={{ root: classes.file ?? '', placeholder: classes.placeholder ?? '' }}
        value={file}
        onChange={choose}
        error={problem}
      />
      <div className={classes.actions}>
        <Button variant="default" loading={pending === 'check'} onClick={() => void start(true)}>
          {t('files.check')}
        </Button>
        {isChecked && (
          <Button loading={pending === 'import'} onClick={() => void start(false)}>
            {t('files.import')}
          </Button>
        )}
      </div>
      <div role="status">{result && <PaymentResults result={result} />}</div>
    </Section>
  )
}

function Download() {
  const t = useT()
  const utils = trpc.useUtils()
  const [isLoading, setIsLoading] = useState(false)
  const download = useSingleFlight(async () => {
    setIsLoading(true)
    try {
      const csv = await utils.admin.exportManualPayouts.fetch(undefined, { staleTime: 0 })
      saveFile('chuma-payouts.csv', new Blob([csv], { type: 'text/csv' }))
    } catch {
      showToast({ kind: 'error', title: t('files.downloadFailed'), message: t('state.failedText') })
    }
    setIsLoading(false)
  })
  return (
    <Button variant="default" disabled={isLoading} onClick={() => download()}>
      {t(isLoading ? 'files.downloading' : 'files.download')}
    </Button>
  )
}

function useImport(showProblem: (problem: string | null) => void) {
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  const [result, setResult] = useState<ImportedPayments | null>(null)
  const request = trpc.admin.importPayments.useMutation({
    onMutate: () => showProblem(null),
    onSuccess: (answer) => {
      setResult(answer)
      if (!answer.isDryRun) void utils.admin.listWithdrawals.invalidate()
    },
    onError: (error) => {
      setResult(null)
      const [problem] = (isApiError(error) && error.data?.fieldErrors?.csv) || []
      if (problem) showProblem(problem)
      else showFailure(error)
    },
  })
  const isChecking = request.variables?.isDryRun === true
  return {
    send: request.mutate,
    result,
    forget: () => setResult(null),
    pending: request.isPending ? (isChecking ? 'check' : 'import') : null,
  }
}
