import { Button, FileInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { isApiError } from '../trpc.ts'
import { readUpload, UnreadableFile } from '../ui/forms/read-upload.ts'
import classes from './csv-upload.module.css'
import { useShowFailure } from './use-show-failure.ts'

type Props<Result> = {
  labels: { file: string; hint?: string; placeholder: string; missing: string; check: string; import: string }
  send: (input: { csv: string; isDryRun: boolean }) => Promise<Result>
  /** Whether the checked file may be imported. If absent, it may be imported without a check. */
  isReady?: (looked: Result) => boolean
  onFailure?: (error: unknown) => void
  children: (result: Result) => ReactNode
}

/** Checks a CSV file first and imports it afterwards. Problems with the file as a whole show beside it. */
export function CsvUpload<Result>({ labels, send, isReady, onFailure, children }: Props<Result>) {
  const t = useT()
  const showFailure = useShowFailure()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const [pending, setPending] = useState<'check' | 'import' | null>(null)
  const start = async (step: 'check' | 'import') => {
    if (!file) return setProblem(labels.missing)
    setPending(step)
    setProblem(null)
    try {
      setResult(await send({ csv: await readUpload(file, t), isDryRun: step === 'check' }))
    } catch (error) {
      setResult(null)
      const ofFile =
        error instanceof UnreadableFile
          ? error.message
          : isApiError(error)
            ? error.data?.fieldErrors?.csv?.join('. ')
            : undefined
      if (ofFile !== undefined) setProblem(ofFile)
      else (onFailure ?? showFailure)(error)
    }
    setPending(null)
  }
  const choose = (chosen: File | null) => {
    setFile(chosen)
    setProblem(null)
    setResult(null)
  }
  return (
    <>
      <FileInput
        label={labels.file}
        description={labels.hint}
        placeholder={labels.placeholder}
        accept=".csv,text/csv"
        classNames={{ root: classes.file ?? '', placeholder: classes.placeholder ?? '' }}
        value={file}
        onChange={choose}
        error={problem}
      />
      <div className={classes.actions}>
        <Button variant="default" loading={pending === 'check'} onClick={() => void start('check')}>
          {labels.check}
        </Button>
        {(!isReady || (result !== null && isReady(result))) && (
          <Button loading={pending === 'import'} onClick={() => void start('import')}>
            {labels.import}
          </Button>
        )}
      </div>
      <div role="status" className={classes.result}>
        {result !== null && children(result)}
      </div>
    </>
  )
}
