import { Button, Group, Stack, Text } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { CopyButton } from '../actions/copy-button.tsx'
import { Panel } from '../page/page.tsx'
import classes from './dialog.module.css'
import { StepTitle } from './dialog.tsx'

type Props = { title: string; text?: string; secret: string; onDone: () => void }

/** A secret that only this answer contains. It stays until confirmed as saved; a stray click does not close it. */
export function ShownOnce({ title, text, secret, onDone }: Props) {
  const t = useT()
  return (
    <Panel tone="earning">
      <Stack gap="sm">
        <StepTitle>{title}</StepTitle>
        <Text>
          {text} {t('once.text')}
        </Text>
        <code className={classes.secret}>{secret}</code>
        <Group>
          <CopyButton text={secret} />
          <Button px="md" onClick={onDone}>
            {t('once.done')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}
