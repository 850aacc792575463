import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useT } from '../i18n/use-t.ts'
import { Section } from '../ui/page/section.tsx'
import { useDownloadData } from './use-download-data.ts'

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
