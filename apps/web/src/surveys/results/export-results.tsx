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

/** Downloads the answers that the filter leaves, and what their codes mean. */
export function ExportResults({ surveyId, view, isRaw }: Props) {
  const t = useT()
  const { client } = trpc.useUtils()
  const download = useMutation({
    networkMode: 'always',
    mutationFn: async (what: 'answers' | 'codebook') => ({
      what,
      csv:
        what === 'answers'
          ? await client.admin.exportSurveyResults.query(toFilter(surveyId, view))
          : await client.admin.exportSurveyCodebook.query({
              id: surveyId,
              ...(view.version && { version: view.version }),
            }),
    }),
    onSuccess: ({ what, csv }) =>
      saveFile(`chuma-${what}-${surveyId.slice(0, 8)}.csv`, new Blob([csv], { type: 'text/csv' })),
    onError: (error) => {
      // An ended session is handled once for every call, in `ApiProvider`.
      if (answerOf(error)?.status === 401) return
      showToast({ kind: 'error', title: t('results.downloadFailed'), message: t('state.failedText') })
    },
  })
  const button = (what: 'answers' | 'codebook', label: string) => (
    <Button
      variant="default"
      leftSection={<IconDownload aria-hidden size={20} />}
      loading={download.isPending && download.variables === what}
      onClick={() => download.mutate(what)}
    >
      {label}
    </Button>
  )
  return (
    <div className={classes.files}>
      {isRaw && button('answers', t('results.download'))}
      {button('codebook', t('results.downloadCodes'))}
    </div>
  )
}
