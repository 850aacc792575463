import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { XlsformRemark } from '@chuma/contract/surveys/questionnaire/xlsform'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { saveFile } from '../../ui/actions/download-button.tsx'
import { showFailure, useAction, useSingleFlight } from '../../ui/actions/use-action.ts'
import { Dialog, DialogButtons } from '../../ui/dialogs/dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { readUpload, UploadButton } from '../../ui/forms/csv-files.tsx'
import classes from './questionnaire.module.css'

type QuestionnaireFilesProps = {
  surveyId: string
  draft: Questionnaire
  isManager: boolean
  onJson: (questionnaire: Questionnaire) => void
  onCsv: (csv: string) => void
}

/** The draft as a file: JSON for people who write it, CSV for translators, an XLSForm for the tools that agencies use. */
export function QuestionnaireFiles({ surveyId, draft, isManager, onJson, onCsv }: QuestionnaireFilesProps) {
  const t = useT()
  const utils = trpc.useUtils()
  const sayFailed = (error: unknown) => showFailure(error, { title: t('surveyOffers.error') })
  const downloadCsv = useSingleFlight(async () => {
    try {
      const csv = await utils.admin.exportQuestionnaire.fetch({ id: surveyId }, { staleTime: 0 })
      saveFile('chuma-questionnaire.csv', new Blob([csv], { type: 'text/csv' }))
    } catch (error) {
      sayFailed(error)
    }
  })
  const xlsform = useXlsform(draft, onJson)
  const downloadJson = () =>
    saveFile(
      'chuma-questionnaire.json',
      new Blob([JSON.stringify(draft, null, 2)], { type: 'application/json' }),
    )
  const read = async (file: File) => {
    if (/\.xls[xm]?$/i.test(file.name)) return xlsform.read(file)
    const text = await readUpload(file, t).catch(sayFailed)
    if (text === undefined) return
    if (file.name.endsWith('.csv')) return onCsv(text)
    const content = await readJson(text)
    if ('problem' in content) {
      return showToast({
        kind: 'error',
        title: t('surveyOffers.error'),
        message: t('questionnaire.notOurs', content),
      })
    }
    onJson(content.questionnaire)
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
      <Button
        variant="default"
        size="sm"
        leftSection={<IconDownload aria-hidden size={18} />}
        loading={xlsform.isPending}
        onClick={xlsform.write}
      >
        XLSForm
      </Button>
      {isManager && (
        <UploadButton accept=".json,.csv,.xlsx,.xlsm,.xls" size="sm" onFile={read}>
          {t('questionnaire.upload')}
        </UploadButton>
      )}
      <Text c="dimmed" size="sm">
        {t('questionnaire.uploadHint')}
      </Text>
      {xlsform.shown && <XlsformDialog {...xlsform.shown} onClose={xlsform.close} />}
    </Group>
  )
}

/** Only a whole questionnaire replaces what is there. */
async function readJson(text: string): Promise<{ questionnaire: Questionnaire } | { problem: string }> {
  const { questionnaire } = await import('@chuma/contract/surveys/questionnaire/questionnaire')
  try {
    const read = questionnaire.safeParse(JSON.parse(text))
    if (read.success) return { questionnaire: read.data }
    return { problem: read.error.issues[0]?.path.join('.') || 'sections' }
  } catch {
    return { problem: 'JSON' }
  }
}

/** What an XLSForm loses on its way in or out. `onTake`: the rest of a form that was read may replace the draft. */
type Shown = { remarks: XlsformRemark[]; onTake?: () => void; isRead: boolean }

/** Reads and writes XLSForms. A form that is read replaces the draft once its losses have been seen. */
function useXlsform(draft: Questionnaire, onRead: (questionnaire: Questionnaire) => void) {
  const t = useT()
  const [shown, setShown] = useState<Shown>()
  const failure = { title: t('questionnaire.xlsformFailed') }
  const close = () => setShown(undefined)
  const reading = useAction(trpc.admin.readXlsform, {
    failure,
    onDone: ({ questionnaire, remarks }) => {
      if (questionnaire && remarks.length === 0) return onRead(questionnaire)
      const onTake = () => {
        close()
        if (questionnaire) onRead(questionnaire)
      }
      setShown({ remarks, isRead: true, ...(questionnaire && { onTake }) })
    },
  })
  const writing = useAction(trpc.admin.writeXlsform, {
    failure,
    onDone: ({ xlsx, remarks }) => {
      saveFile('chuma-xlsform.xlsx', new Blob([Uint8Array.from(atob(xlsx), (byte) => byte.charCodeAt(0))]))
      if (remarks.length > 0) setShown({ remarks, isRead: false })
    },
  })
  return {
    shown,
    close,
    isPending: reading.isPending || writing.isPending,
    read: async (file: File) => reading.run({ xlsx: await toBase64(file) }),
    write: () => writing.run({ questionnaire: draft }),
  }
}

function toBase64(file: File): Promise<string> {
  const reader = new FileReader()
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

const LEVELS = ['error', 'left-out', 'changed'] as const

function XlsformDialog({ remarks, onTake, isRead, onClose }: Shown & { onClose: () => void }) {
  const t = useT()
  return (
    <Dialog
      opened
      size="xl"
      title={t(isRead ? 'questionnaire.xlsformRead' : 'questionnaire.xlsformWritten')}
      onClose={onClose}
    >
      <Stack>
        <Text>{t(isRead ? 'questionnaire.xlsformReadText' : 'questionnaire.xlsformWrittenText')}</Text>
        <div className={classes.remarks}>
          {LEVELS.map((level) => (
            <Remarks key={level} level={level} remarks={remarks.filter((each) => each.level === level)} />
          ))}
        </div>
        {onTake ? (
          <DialogButtons
            action={t('questionnaire.takeRest')}
            isPending={false}
            onAct={onTake}
            onCancel={onClose}
          />
        ) : (
          <Button variant="default" onClick={onClose}>
            {t('dialog.close')}
          </Button>
        )}
      </Stack>
    </Dialog>
  )
}

type RemarksProps = { level: XlsformRemark['level']; remarks: XlsformRemark[] }

function Remarks({ level, remarks }: RemarksProps) {
  const t = useT()
  if (remarks.length === 0) return null
  return (
    <section>
      <Text fw={600} component="h3">
        {t(`questionnaire.xlsform.${level}`, { count: remarks.length })}
      </Text>
      <ul>
        {remarks.map(({ sheet, row, column, message }) => (
          <li key={`${sheet} ${row} ${column} ${message}`}>
            {sheet !== null && (
              <Text span c="dimmed" size="sm">
                {column === null
                  ? t('questionnaire.xlsformRow', { sheet, row: row ?? 1 })
                  : t('questionnaire.xlsformCell', { sheet, row: row ?? 1, column })}{' '}
              </Text>
            )}
            {message}
          </li>
        ))}
      </ul>
    </section>
  )
}
