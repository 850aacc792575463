import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { Button, FileButton, Group, Text } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { saveFile } from '../../ui/actions/save-file.ts'
import { readUpload } from '../../ui/forms/read-upload.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import { useShowOfferFailure } from '../offers/use-show-offer-failure.ts'
import { newQuestionnaire } from './edit-questionnaire.ts'

type Props = {
  surveyId: string
  draft: Questionnaire
  isManager: boolean
  onJson: (questionnaire: Questionnaire) => void
  onCsv: (csv: string) => void
}

/** The draft as a file: JSON for people who write it, CSV for translators. */
export function QuestionnaireFiles({ surveyId, draft, isManager, onJson, onCsv }: Props) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowOfferFailure()
  const downloadCsv = useSingleFlight(async () => {
    try {
      const csv = await utils.admin.exportQuestionnaire.fetch({ id: surveyId }, { staleTime: 0 })
      saveFile('chuma-questionnaire.csv', new Blob([csv], { type: 'text/csv' }))
    } catch (error) {
      showFailure(error)
    }
  })
  const downloadJson = () =>
    saveFile(
      'chuma-questionnaire.json',
      new Blob([JSON.stringify(draft, null, 2)], { type: 'application/json' }),
    )
  const read = async (file: File | null) => {
    if (!file) return
    const text = await readUpload(file, t).catch(showFailure)
    if (text === undefined) return
    if (file.name.endsWith('.csv')) return onCsv(text)
    try {
      onJson({ ...newQuestionnaire(), ...JSON.parse(text) })
    } catch {
      showFailure(new Error(t('questionnaire.notJson')))
    }
  }
  return (
    <Group>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconDownload aria-hidden size={18} />}
        onClick={downloadJson}
      >
        JSON
      </Button>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconDownload aria-hidden size={18} />}
        onClick={() => downloadCsv()}
      >
        CSV
      </Button>
      {isManager && (
        <FileButton accept=".json,.csv" onChange={(file) => void read(file)}>
          {(button) => (
            <Button
              variant="default"
              size="sm"
              leftSection={<IconUpload aria-hidden size={18} />}
              {...button}
            >
              {t('questionnaire.upload')}
            </Button>
          )}
        </FileButton>
      )}
      <Text c="dimmed" size="sm">
        {t('questionnaire.uploadHint')}
      </Text>
    </Group>
  )
}
