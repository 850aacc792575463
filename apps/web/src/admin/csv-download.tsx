import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../ui/actions/save-file.ts'
import { useShowFailure } from './use-show-failure.ts'

type Props = {
  fileName: string
  load: () => Promise<string>
  /** By default a toast says why. */
  onError?: (error: unknown) => void
  children: string
}

/** Downloads a CSV file that staff may have. */
export function CsvDownload({ fileName, load, onError, children }: Props) {
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
