import { Button, Stack, Text } from '@mantine/core'
import { formatCountdown } from '../../i18n/format-countdown.ts'
import { useT } from '../../i18n/use-t.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { DemoMailbox } from './demo-mailbox.tsx'
import { PauseOver } from './pause-over.tsx'
import type { LinkRequest } from './use-request-link.ts'

type Props = { email: string; link: LinkRequest; onBack: () => void }

/** Says that a mail may be on its way: the answer is the same whether or not the account exists. */
export function LinkSent({ email, link, onBack }: Props) {
  const t = useT()
  const { secondsLeft, isPending } = link
  const isWaiting = secondsLeft > 0
  return (
    <AuthFrame title={t('linkSent.title')}>
      <Stack>
        <Text role="status">{t('linkSent.text', { email })}</Text>
        <Text c="dimmed">{t('linkSent.hint')}</Text>
        <Button disabled={isWaiting} loading={isPending} fullWidth onClick={() => link.request(email)}>
          {isWaiting ? t('linkSent.wait', { time: formatCountdown(secondsLeft) }) : t('linkSent.again')}
        </Button>
        <PauseOver secondsLeft={secondsLeft} />
        <Button variant="default" fullWidth onClick={onBack}>
          {t('login.back')}
        </Button>
        <DemoMailbox />
      </Stack>
    </AuthFrame>
  )
}
