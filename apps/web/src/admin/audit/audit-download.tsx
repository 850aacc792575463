import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { saveFile } from '../../ui/actions/save-file.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import type { AuditSearch } from './audit-search.ts'

/** What the filters find, as a table. */
export function AuditDownload({ search }: { search: AuditSearch }) {
  const t = useT()
  const { client } = trpc.useUtils()
  const download = useMutation({
    networkMode: 'always',
    mutationFn: () => client.admin.exportAudit.query(search),
    onSuccess: (csv) => saveFile('chuma-audit.csv', new Blob([csv], { type: 'text/csv' })),
    onError: () =>
      showToast({ kind: 'error', title: t('audit.downloadFailed'), message: t('state.failedText') }),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload aria-hidden size={20} />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('audit.download')}
    </Button>
  )
}
