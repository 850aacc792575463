import { Button, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { Panel } from '../ui/page/panel.tsx'
import classes from './invite-notice.module.css'

/** The way to the invitations, while they pay anything. */
export function InviteNotice() {
  const t = useT()
  const isOpen = trpc.wallet.getTerms.useQuery().data?.isReferralOpen ?? false
  if (!isOpen) return null
  return (
    <Panel aria-labelledby="invite-title" className={classes.panel}>
      <Title order={2} size="h3" id="invite-title">
        {t('invite.title')}
      </Title>
      <p className={classes.text}>{t('invite.teaser')}</p>
      <Button variant="default" renderRoot={(props) => <Link to="/invite" {...props} />}>
        {t('invite.open')}
      </Button>
    </Panel>
  )
}
