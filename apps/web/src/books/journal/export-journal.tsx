import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useT } from '../../i18n/use-t.ts'
import { answerOf, trpc } from '../../trpc.ts'
import { saveFile } from '../../ui/actions/save-file.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'

/** Downloads the general journal of a period, as accountants import it. */
export function ExportJournal({ period }: { period: { from: string; to: string } }) {
  const t = useT()
  const { client } = trpc.useUtils()
  const { from, to } = period
  const download = useMutation({
    networkMode: 'always',
    mutationFn: () => client.admin.exportJournal.query({ from, to }),
    onSuccess: (csv) => saveFile(`chuma-journal-${from}-${to}.csv`, new Blob([csv], { type: 'text/csv' })),
    onError: (error) => {
      // An ended session is handled once for every call, in `ApiProvider`.
      if (answerOf(error)?.status === 401) return
      showToast({ kind: 'error', title: t('journal.downloadFailed'), message: t('state.failedText') })
    },
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload aria-hidden size={20} />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('journal.download')}
    </Button>
  )
}
