import { Anchor, Text } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'

/** In demo mode mails stay on this machine: says where to read them. */
export function DemoMailbox() {
  const t = useT()
  const isDemo = Boolean(trpc.admin.getDemoLogin.useQuery().data)
  if (!isDemo) return null
  return (
    <Text size="sm" c="dimmed">
      {t('verify.demo')}{' '}
      <Anchor href="/dev/mailbox" target="_blank" rel="noopener">
        {t('verify.mailbox')}
      </Anchor>
    </Text>
  )
}
