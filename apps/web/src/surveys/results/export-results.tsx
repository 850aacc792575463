import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useT } from '../../i18n/use-t.ts'
import { answerOf, trpc } from '../../trpc.ts'
import { saveFile } from '../../ui/actions/save-file.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import classes from './results.module.css'
import { type ResultsView, toFilter } from './results-view.ts'

type Props = { surveyId: string; view: ResultsView; isRaw: boolean }

/** The syntax for SPSS reads the answers under this name. */
const FILES = { answers: 'chuma-answers.csv', codebook: 'chuma-codebook.csv', syntax: 'chuma-results.sps' }
type FileKind = keyof typeof FILES

/** Downloads the answers that the filter leaves, and what their codes mean. */
export function ExportResults({ surveyId, view, isRaw }: Props) {
  const t = useT()
  const admin = trpc.useUtils().client.admin
  const version = { id: surveyId, ...(view.version && { version: view.version }) }
  const read = {
    answers: () => admin.exportSurveyResults.query(toFilter(surveyId, view)),
    codebook: () => admin.exportSurveyCodebook.query(version),
    syntax: () => admin.exportSurveySyntax.query(version),
  }
  const download = useMutation({
    networkMode: 'always',
    mutationFn: async (kind: FileKind) => ({ kind, text: await read[kind]() }),
    onSuccess: ({ kind, text }) => saveFile(FILES[kind], new Blob([text], { type: 'text/plain' })),
    onError: (error) => {
      // An ended session is handled once for every call, in `ApiProvider`.
      if (answerOf(error)?.status === 401) return
      showToast({ kind: 'error', title: t('results.downloadFailed'), message: t('state.failedText') })
    },
  })
  const kinds = isRaw ? (['answers', 'codebook', 'syntax'] as const) : (['codebook'] as const)
  return (
    <div className={classes.files}>
      {kinds.map((kind) => (
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
