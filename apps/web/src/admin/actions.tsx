import { Button, FileInput, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Translate } from '../i18n/i18n.ts'
import { useT } from '../i18n/use-t.ts'
import { isApiError } from '../trpc.ts'
import { saveFile } from '../ui/actions/save-file.ts'
import { showFailure } from '../ui/actions/use-action.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../ui/dialogs/dialog-buttons.tsx'
import { readUpload, UnreadableFile } from '../ui/forms/read-upload.ts'
import { focusFirstError } from '../ui/forms/show-field-errors.ts'
import classes from './actions.module.css'

type FormProps = {
  /** What the action does. */
  text?: string
  /** What the field asks for, and says when it is empty. Without them: the reason. */
  label?: string
  hint?: string
  missing?: string
  maxLength?: number
  /** What the button says. */
  action: string
  isDanger?: boolean
  isPending: boolean
  /** What the server has against the reason that was sent. */
  problem?: string | null
  onSend: (reason: string) => void
  onClose: () => void
  /** Before the text. */
  children?: ReactNode
}
type Props = FormProps & { title: string; opened?: boolean }

/** Asks for a reason, which others read, before an action. */
export function ReasonDialog({ title, opened = true, ...form }: Props) {
  return (
    <Dialog {...{ title, opened }} onClose={form.onClose}>
      <ReasonForm {...form} />
    </Dialog>
  )
}

/** Of its own, so that it is empty each time the dialog opens. */
function ReasonForm({ maxLength = 500, isDanger = false, problem = null, ...props }: FormProps) {
  const { text, hint, action, isPending, onSend, onClose, children } = props
  const t = useT()
  const { label = t('admin.reason'), missing = t('admin.reasonMissing') } = props
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() ? null : missing) },
  })
  return (
    <form onSubmit={form.onSubmit(({ reason }) => onSend(reason), focusFirstError(form))} noValidate>
      <Stack>
        {children}
        {text && <Text c="dimmed">{text}</Text>}
        <Textarea
          {...{ label, maxLength }}
          {...(hint && { description: hint })}
          rows={3}
          data-autofocus
          {...form.getInputProps('reason')}
          error={form.errors.reason ?? problem}
        />
        <DialogButtons action={action} isPending={isPending} isDanger={isDanger} onCancel={onClose} />
      </Stack>
    </form>
  )
}

type CsvDownloadProps = {
  fileName: string
  load: () => Promise<string>
  /** By default a toast says why. */
  onError?: (error: unknown) => void
  children: string
}

/** Downloads a CSV file that staff may have. */
export function CsvDownload({ fileName, load, onError, children }: CsvDownloadProps) {
  const showFailure = useShowFailure()
  const download = useMutation({
    networkMode: 'always',
    mutationFn: load,
    onSuccess: (csv) => saveFile(fileName, new Blob([csv], { type: 'text/csv' })),
    onError: onError ?? showFailure,
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

/** Report a failed action and its reason in a toast, or that it waits for a second person now. */
export function useShowFailure() {
  return (error: unknown) => showFailure(error)
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

/** Scroll to a list and focus its heading when the address names it, also if the list loads later than the page. No id, no arrival. */
export function useArrival<Heading extends HTMLElement>(id: string) {
  const heading = useRef<Heading>(null)
  const { hash, href } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: choosing the same list again goes there again
  useEffect(() => {
    if (id === '' || hash !== id) return
    heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [hash, id, href])
  return { ...(id && { id, tabIndex: -1 }), ref: heading }
}

/** Name an actor for other staff: `staff:amina` becomes Amina; keys and tokens are named after their admin. */
export function actorName(t: Translate, actor: string): string {
  if (actor === 'system') return t('risk.theSystem')
  return actor.startsWith('staff:') ? actor.slice('staff:'.length) : t('risk.anAdmin')
}
