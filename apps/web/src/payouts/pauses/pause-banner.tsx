import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { Notice } from '../../ui/states/notice.tsx'
import { usePayoutPause } from './use-payout-pause.ts'

/** Says that the member's payouts are paused, with a link. Renders nothing for other members. */
export function PauseBanner() {
  const t = useT()
  const pause = usePayoutPause()
  if (!pause) return null
  return (
    <Notice
      title={t('pause.title')}
      action={
        <Anchor
          fw={600}
          display="inline-block"
          py="0.625rem"
          renderRoot={(props) => <Link to="/withdraw" {...props} />}
        >
          {t('pause.read')}
        </Anchor>
      }
    >
      {t('pause.reason', { reason: pause.reason })} {t('pause.still')}
    </Notice>
  )
}
