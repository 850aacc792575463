import { Button, FileButton, Group } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { CsvDownload } from '../../admin/csv-download.tsx'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { readUpload } from '../../ui/forms/read-upload.ts'
import { Section } from '../../ui/page/section.tsx'
import { useShowOfferFailure } from '../offers/use-show-offer-failure.ts'

type Props = { id: string; version: number; isManager: boolean }

/** The targets as a file for a spreadsheet. */
export function QuotaFiles({ id, version, isManager }: Props) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowOfferFailure()
  const importing = trpc.admin.importQuotas.useMutation({
    onSuccess: (saved) => {
      showToast({ kind: 'success', title: t('quotas.saved') })
      utils.admin.getQuotas.setData({ id }, saved)
    },
    onError: showFailure,
  })
  const read = async (file: File | null) => {
    const csv = file && (await readUpload(file, t).catch(showFailure))
    if (csv) importing.mutate({ id, version, csv })
  }
  return (
    <Section title={t('quotas.file')} text={t('quotas.fileText')}>
      <Group>
        <CsvDownload
          fileName="chuma-quotas.csv"
          load={() => utils.client.admin.exportQuotas.query({ id })}
          onError={showFailure}
        >
          {t('quotas.download')}
        </CsvDownload>
        {isManager && (
          <FileButton accept=".csv" onChange={(file) => void read(file)}>
            {(button) => (
              <Button
                variant="default"
                leftSection={<IconUpload aria-hidden size={20} />}
                loading={importing.isPending}
                {...button}
              >
                {t('quotas.upload')}
              </Button>
            )}
          </FileButton>
        )}
      </Group>
    </Section>
  )
}
