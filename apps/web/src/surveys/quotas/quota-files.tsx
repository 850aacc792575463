import { Button, FileButton, Group } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { saveFile } from '../../ui/actions/save-file.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import { Section } from '../../ui/page/section.tsx'
import { useShowOfferFailure } from '../offers/use-show-offer-failure.ts'

type Props = { id: string; version: number; isManager: boolean }

/** The targets as a file for a spreadsheet. */
export function QuotaFiles({ id, version, isManager }: Props) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowOfferFailure()
  const download = useSingleFlight(async () => {
    try {
      const csv = await utils.admin.exportQuotas.fetch({ id }, { staleTime: 0 })
      saveFile('chuma-quotas.csv', new Blob([csv], { type: 'text/csv' }))
    } catch (error) {
      showFailure(error)
    }
  })
  const importing = trpc.admin.importQuotas.useMutation({
    onSuccess: (saved) => {
      showToast({ kind: 'success', title: t('quotas.saved') })
      utils.admin.getQuotas.setData({ id }, saved)
    },
    onError: showFailure,
  })
  const read = async (file: File | null) => {
    if (file) importing.mutate({ id, version, csv: await file.text() })
  }
  return (
    <Section title={t('quotas.file')} text={t('quotas.fileText')}>
      <Group>
        <Button
          variant="default"
          leftSection={<IconDownload aria-hidden size={20} />}
          onClick={() => download()}
        >
          {t('quotas.download')}
        </Button>
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
