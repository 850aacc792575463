import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../trpc.ts'
import { saveFile } from '../ui/actions/save-file.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../ui/forms/use-single-flight.ts'
import { Section } from '../ui/page/section.tsx'

export function MyDataSection() {
  const t = useT()
  const { download, isPending } = useDownloadData()
  return (
    <Section title={t('myData.title')} text={t('myData.text')}>
      <Button
        variant="default"
        leftSection={<IconDownload aria-hidden size={20} />}
        disabled={isPending}
        onClick={download}
      >
        {t(isPending ? 'myData.pending' : 'myData.download')}
      </Button>
    </Section>
  )
}

/** Download everything that is stored about the member as one file. */
function useDownloadData() {
  const t = useT()
  const utils = trpc.useUtils()
  const [isPending, setIsPending] = useState(false)

  const download = useSingleFlight(async () => {
    setIsPending(true)
    try {
      // Always fetched fresh and never cached.
      const data = await utils.account.exportData.fetch(undefined, {
        staleTime: 0,
        gcTime: 0,
        networkMode: 'always',
      })
      const file = `chuma-data-${data.exportedOn}.json`
      saveFile(file, new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
      showToast({ kind: 'success', title: t('myData.doneTitle'), message: t('myData.done', { file }) })
    } catch (error) {
      // An expired session is handled elsewhere: the member is told and sent to the log-in page.
      if (isApiError(error) && error.data?.httpStatus === 401) return
      const message = serverMessage(error, t('settings.failed'))
      showToast({ kind: 'error', title: t('myData.failedTitle'), message })
    } finally {
      setIsPending(false)
    }
  })
  return { download, isPending }
}
