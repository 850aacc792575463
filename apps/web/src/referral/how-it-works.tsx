import { Title } from '@mantine/core'
import { useT } from '../i18n/use-t.ts'
import { Panel } from '../ui/page/panel.tsx'
import classes from './invite-page.module.css'

export function HowItWorks({ maxFriends }: { maxFriends: number }) {
  const t = useT()
  return (
    <Panel aria-labelledby="how-title">
      <Title order={2} size="h3" id="how-title">
        {t('invite.howTitle')}
      </Title>
      <ol className={classes.how}>
        <li>{t('invite.howPaid')}</li>
        <li>{t('invite.howSingle', { max: maxFriends })}</li>
        <li>{t('invite.howFree')}</li>
      </ol>
    </Panel>
  )
}
