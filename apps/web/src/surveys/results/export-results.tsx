import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import { authorizationFor } from '../../auth/authorization-for.ts'
import { useT } from '../../i18n/use-t.ts'
import { answerOf } from '../../trpc.ts'
import { saveFile } from '../../ui/actions/save-file.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import classes from './results.module.css'
import { type ResultsView, toFilter } from './results-view.ts'

type Props = { surveyId: string; view: ResultsView; isRaw: boolean }

/** Files name one another: the syntax for SPSS reads the answers, and Triple-S its data, in the same folder. */
const FILES = {
  answers: { path: 'results.csv', name: 'chuma-answers.csv', isRaw: true },
  words: { path: 'results.csv', name: 'chuma-answers-in-words.csv', isRaw: true, cells: 'words' },
  json: { path: 'respondents.json', name: 'chuma-respondents.json', isRaw: true },
  codebook: { path: 'codebook.csv', name: 'chuma-codebook.csv', isRaw: false },
  syntax: { path: 'results.sps', name: 'chuma-results.sps', isRaw: false },
  tripleSData: { path: 'triple-s.csv', name: 'chuma-triple-s.csv', isRaw: true },
  tripleS: { path: 'triple-s.xml', name: 'chuma-triple-s.xml', isRaw: false },
} as const
type FileKind = keyof typeof FILES
const KINDS = Object.keys(FILES) as FileKind[]

/** Downloads the answers that the filter leaves, and what their codes mean. */
export function ExportResults({ surveyId, view, isRaw }: Props) {
  const t = useT()
  const download = useMutation({
    networkMode: 'always',
    // Where an ended session is looked for.
    mutationKey: [['admin', 'exportSurveyResults']],
    mutationFn: async (kind: FileKind) => ({ kind, file: await load(kind, { surveyId, view }) }),
    onSuccess: ({ kind, file }) => saveFile(FILES[kind].name, file),
    onError: (error) => {
      // An ended session is handled once for every call, in `ApiProvider`.
      if (answerOf(error)?.status === 401) return
      showToast({ kind: 'error', title: t('results.downloadFailed'), message: t('state.failedText') })
    },
  })
  return (
    <div className={classes.files}>
      {KINDS.filter((kind) => isRaw || kind === 'codebook').map((kind) => (
        <Button
          key={kind}
          variant="default"
          leftSection={<IconDownload aria-hidden size={20} />}
          loading={download.isPending && download.variables === kind}
          onClick={() => download.mutate(kind)}
        >
          {t(`results.download.${kind}`)}
        </Button>
      ))}
    </div>
  )
}

/** Over REST, which sends a long file as it is written. */
async function load(kind: FileKind, { surveyId, view }: Omit<Props, 'isRaw'>): Promise<Blob> {
  const { path, name: _, isRaw, ...more } = FILES[kind]
  const { id, ...filter } = toFilter(surveyId, view)
  const query = isRaw ? { ...filter, ...more } : view.version ? { version: view.version } : {}
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const response = await fetch(`/api/admin/surveys/${id}/${path}?${search}`, {
    headers: authorizationFor('admin.exportSurveyResults'),
  })
  if (!response.ok) throw TRPCClientError.from(new Error('The download failed'), { meta: { response } })
  return response.blob()
}
