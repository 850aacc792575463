import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { JUST_NOW_MS, trpc } from '../../trpc.ts'
import { Notice } from '../../ui/states/states.tsx'

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

const POLL_MS = 30_000

/** The member's current payout pause, if any; follows changes without a reload. */
export function usePayoutPause() {
  const { data } = trpc.wallet.listPayoutPauses.useQuery(undefined, {
    staleTime: JUST_NOW_MS,
    refetchOnWindowFocus: 'always',
    refetchInterval: POLL_MS,
  })
  return data?.find(({ liftedAt }) => liftedAt === null)
}
