import { Alert, Button, Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'

type Props = { what: 'answer' | 'survey'; onRetry: () => void; isPending: boolean }

/** The network failed. Says that nothing is lost and offers another try. */
export function NotSentAlert({ what, onRetry, isPending }: Props) {
  const t = useT()
  const isAnswer = what === 'answer'
  return (
    <Alert
      color="gold"
      icon={<IconCloudOff aria-hidden />}
      title={t(isAnswer ? 'survey.notSavedTitle' : 'survey.notSentTitle')}
    >
      <Text size="sm">{t(isAnswer ? 'survey.notSavedText' : 'survey.notSentText')}</Text>
      <Button variant="default" mt="sm" disabled={isPending} onClick={onRetry}>
        {t('state.retry')}
      </Button>
    </Alert>
  )
}
