import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import { getUserToken } from '../../auth/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { answerOf } from '../../trpc.ts'
import { useAction } from './use-action.ts'

type Props = {
  /** A REST endpoint that returns a file. */
  from: string
  fileName: string
  children: string
}

/** Downloads a member's file. A plain link would not work: the token is sent in a header. */
export function DownloadButton({ from, fileName, children }: Props) {
  const t = useT()
  const download = useAction(
    { useMutation },
    {
      mutationFn: () => load(from),
      onDone: (file) => saveFile(fileName, file),
      // An expired session is handled elsewhere: the member is told and sent to the log-in page.
      onFailed: (error) => answerOf(error)?.status === 401,
      failure: { title: t('word.downloadFailed'), offline: t('activity.downloadFailed') },
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

async function load(from: string): Promise<Blob> {
  const response = await fetch(from, { headers: { Authorization: `Bearer ${getUserToken()}` } })
  if (!response.ok) throw TRPCClientError.from(new Error('The download failed'), { meta: { response } })
  return response.blob()
}

/** Save generated content as if it had been downloaded. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the URL only a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
