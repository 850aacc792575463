import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useT } from '../../../i18n/use-t.ts'
import { getUserToken } from '../../../session.ts'
import { showToast } from '../../../ui/show-toast.ts'

/** The whole history as a table. A link could not say who asks for it: the token is sent in a header. */
export function DownloadButton() {
  const t = useT()
  const download = useMutation({
    networkMode: 'always',
    mutationFn: loadTable,
    onSuccess: (table) => save(table, t('activity.fileName')),
    onError: () =>
      showToast({
        kind: 'error',
        title: t('activity.downloadFailedTitle'),
        message: t('activity.downloadFailed'),
      }),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload aria-hidden size={20} />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('activity.download')}
    </Button>
  )
}

async function loadTable(): Promise<Blob> {
  const headers = { Authorization: `Bearer ${getUserToken()}` }
  const response = await fetch('/api/activity.csv', { headers })
  if (!response.ok) throw new Error(`The table was answered with ${response.status}`)
  return response.blob()
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
