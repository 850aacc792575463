import { Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { CopyButton } from '../../ui/actions/copy-button.tsx'
import { saveFile } from '../../ui/actions/save-file.ts'
import { StepTitle } from '../../ui/dialogs/step-title.tsx'
import classes from './recovery-codes.module.css'

type Props = { codes: string[]; onKept: () => void }

/** Only this answer contains the codes, so they stay until staff confirm that they have saved them. */
export function RecoveryCodes({ codes, onKept }: Props) {
  const t = useT()
  const text = codes.join('\n')
  const download = () => saveFile(t('codes.file'), new Blob([`${text}\n`], { type: 'text/plain' }))
  return (
    <Stack gap="sm" className={classes.codes ?? ''}>
      <StepTitle>{t('codes.title')}</StepTitle>
      <Text>{t('codes.text')}</Text>
      <ul className={classes.list}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group>
        <CopyButton text={text} label={t('codes.copy')} />
        <Button
          variant="default"
          px="md"
          leftSection={<IconDownload aria-hidden size={20} />}
          onClick={download}
        >
          {t('codes.download')}
        </Button>
        <Button px="md" onClick={onKept}>
          {t('codes.done')}
        </Button>
      </Group>
    </Stack>
  )
}
