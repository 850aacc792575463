import { decodeUpload } from '@chuma/contract/decode-upload'
import { Button, type ButtonProps, FileButton, FileInput } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { isApiError } from '../../trpc.ts'
import { saveFile } from '../actions/download-button.tsx'
import {
  type ActionOptions,
  type FailureWords,
  type Mutation,
  showFailure,
  useAction,
} from '../actions/use-action.ts'
import classes from './csv-files.module.css'

type CsvDownloadProps = {
  fileName: string
  load: () => Promise<string>
  failure?: FailureWords
  children: string
}

/** Downloads a CSV file that staff may have. */
export function CsvDownload({ fileName, load, failure, children }: CsvDownloadProps) {
  const download = useAction(
    { useMutation },
    {
      mutationFn: load,
      onDone: (csv) => saveFile(fileName, new Blob([csv], { type: 'text/csv' })),
      failure,
    },
  )
  return (
    <Button
      variant="default"
      leftSection={<IconDownload aria-hidden size={20} />}
      loading={download.isPending}
      onClick={() => download.run(undefined)}
    >
      {children}
    </Button>
  )
}

type UploadButtonProps = Pick<ButtonProps, 'size' | 'loading'> & {
  /** Endings of file names. */
  accept: string
  onFile: (file: File) => unknown
  children: string
}

/** Takes a file at once, also the same one again: it may have been changed meanwhile. */
export function UploadButton({ accept, onFile, ...look }: UploadButtonProps) {
  const forget = useRef<() => void>(null)
  const take = (file: File | null) => {
    forget.current?.()
    if (file) onFile(file)
  }
  return (
    <FileButton accept={accept} resetRef={forget} onChange={take}>
      {(button) => (
        <Button variant="default" leftSection={<IconUpload aria-hidden size={18} />} {...look} {...button} />
      )}
    </FileButton>
  )
}

type CsvFile = { csv: string; isDryRun: boolean }

type CsvUploadProps<Input, Result, Form extends Record<string, unknown>> = Pick<
  ActionOptions<Input, Result, Form>,
  'onDone' | 'onFailed' | 'failure' | 'form' | 'place'
> & {
  labels: { file: string; hint?: string; placeholder: string; missing: string; check: string; import: string }
  mutation: Mutation<Input, Result>
  /** The file with what else the call takes. Undefined if the form beside it shows what is missing. */
  toInput: (file: CsvFile) => Input | undefined
  /** Whether the checked file may be imported. If absent, it may be imported without a check. */
  isReady?: (looked: Result) => boolean
  /** What else decides how the file is read: once that has changed, a checked file is checked again. */
  settings?: unknown
  children: (result: Result) => ReactNode
}

/** Checks a CSV file first and imports it afterwards. Problems with the file as a whole show beside it. */
export function CsvUpload<
  Input extends { isDryRun?: boolean | undefined },
  Result,
  Form extends Record<string, unknown> = never,
>({
  labels,
  mutation,
  toInput,
  isReady,
  settings,
  children,
  ...options
}: CsvUploadProps<Input, Result, Form>) {
  const t = useT()
  const now = JSON.stringify(settings)
  const [checked, setChecked] = useState<string>()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const { run, isPending, variables } = useAction(mutation, {
    ...options,
    onFailed: (error, input) => {
      setResult(null)
      const ofFile = isApiError(error) ? error.data?.fieldErrors?.csv?.join('. ') : undefined
      if (ofFile === undefined) return options.onFailed?.(error, input)
      setProblem(ofFile)
      return true
    },
  })
  const start = async (isDryRun: boolean) => {
    if (!file) return setProblem(labels.missing)
    setProblem(null)
    try {
      const input = toInput({ csv: await readUpload(file, t), isDryRun })
      if (!input) return setResult(null)
      run(input, (answer) => {
        setResult(answer)
        setChecked(now)
      })
    } catch (error) {
      setResult(null)
      if (error instanceof UnreadableFile) setProblem(error.message)
      else showFailure(error, options.failure)
    }
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
        <Button
          variant="default"
          loading={isPending && variables?.isDryRun === true}
          onClick={() => void start(true)}
        >
          {labels.check}
        </Button>
        {(!isReady || (result !== null && checked === now && isReady(result))) && (
          <Button loading={isPending && variables?.isDryRun === false} onClick={() => void start(false)}>
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
