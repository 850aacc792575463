import { decodeUpload } from '@chuma/contract/decode-upload'
import { Button, FileInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { isApiError } from '../../trpc.ts'
import { saveFile } from '../actions/download-button.tsx'
import { showFailure } from '../actions/use-action.ts'
import classes from './csv-files.module.css'

type CsvDownloadProps = {
  fileName: string
  load: () => Promise<string>
  /** By default a toast says why. */
  onError?: (error: unknown) => void
  children: string
}

/** Downloads a CSV file that staff may have. */
export function CsvDownload({ fileName, load, onError, children }: CsvDownloadProps) {
  const download = useMutation({
    networkMode: 'always',
    mutationFn: load,
    onSuccess: (csv) => saveFile(fileName, new Blob([csv], { type: 'text/csv' })),
    onError: onError ?? ((error: unknown) => showFailure(error)),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload aria-hidden size={20} />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {children}
    </Button>
  )
}

type CsvUploadProps<Result> = {
  labels: { file: string; hint?: string; placeholder: string; missing: string; check: string; import: string }
  send: (input: { csv: string; isDryRun: boolean }) => Promise<Result>
  /** Whether the checked file may be imported. If absent, it may be imported without a check. */
  isReady?: (looked: Result) => boolean
  /** What else decides how the file is read: once that has changed, a checked file is checked again. */
  settings?: unknown
  onFailure?: (error: unknown) => void
  children: (result: Result) => ReactNode
}

/** Checks a CSV file first and imports it afterwards. Problems with the file as a whole show beside it. */
export function CsvUpload<Result>(props: CsvUploadProps<Result>) {
  const { labels, send, isReady, settings, onFailure, children } = props
  const t = useT()
  const now = JSON.stringify(settings)
  const [checked, setChecked] = useState<string>()
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
      setChecked(now)
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
        {(!isReady || (result !== null && checked === now && isReady(result))) && (
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

/**
 * Read a chosen text file in the encoding in which a spreadsheet saved it.
 * @throws Error with a sentence for the reader
 */
export async function readUpload(file: File, t: Translate): Promise<string> {
  const decoded = decodeUpload(new Uint8Array(await file.arrayBuffer()))
  if ('text' in decoded) return decoded.text
  throw new UnreadableFile(t(`upload.${decoded.problem}`))
}

class UnreadableFile extends Error {}
