import { Button, Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { Panel } from '../ui/page/page.tsx'

/** Links to the invitations, while they pay. */
export function InviteNotice() {
  const t = useT()
  const isOpen = trpc.wallet.getTerms.useQuery().data?.isReferralOpen ?? false
  if (!isOpen) return null
  return (
    <Panel aria-labelledby="invite-title">
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h3" id="invite-title">
          {t('invite.title')}
        </Title>
        <p className={blocks.flush}>{t('invite.teaser')}</p>
        <Button variant="default" renderRoot={(props) => <Link to="/invite" {...props} />}>
          {t('invite.open')}
        </Button>
      </Stack>
    </Panel>
  )
}
