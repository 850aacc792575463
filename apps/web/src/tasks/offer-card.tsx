import type { AffiliateLink } from '@chuma/contract/tasks/tasks'
import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { ExternalLink } from '../ui/actions/external-link.tsx'
import { openTab } from '../ui/actions/open-tab.ts'
import blocks from '../ui/blocks.module.css'
import { TimeAgo } from '../ui/figures/time-ago.tsx'
import { useSingleFlight } from '../ui/forms/use-single-flight.ts'
import { Instructions } from './instructions.tsx'
import { TaskCard } from './task-card.tsx'
import { useShowRefusal } from './use-show-refusal.ts'

export function OfferCard({ offer }: { offer: AffiliateLink }) {
  const t = useT()
  const titleId = useId()
  const { open, blockedUrl, isPending } = useOpenOffer(offer.id)
  const { title, description, points, instructions, lastClickedAt } = offer
  return (
    <TaskCard title={title} titleId={titleId} description={description} points={points}>
      <Instructions text={instructions} />
      {lastClickedAt && (
        <p className={blocks.quiet}>
          {t('offers.lastOpened')} <TimeAgo date={lastClickedAt} />
        </p>
      )}
      <Button loading={isPending} onClick={open} aria-describedby={titleId}>
        {t('offers.open')}
      </Button>
      <div role="status">
        {blockedUrl && (
          <p className={blocks.flush}>
            {t('offers.blocked')} <ExternalLink href={blockedUrl}>{t('offers.openHere')}</ExternalLink>
          </p>
        )}
      </div>
    </TaskCard>
  )
}

/** The link with its click id comes from the server, so the tab opens after an answer, which some browsers block. */
function useOpenOffer(id: string) {
  const t = useT()
  const utils = trpc.useUtils()
  const showRefusal = useShowRefusal()
  const [blockedUrl, setBlockedUrl] = useState<string | null>(null)
  const opening = trpc.tasks.openLink.useMutation({
    networkMode: 'always',
    onSuccess: ({ url }) => setBlockedUrl(openTab(url) ? null : url),
    onError: (error) => showRefusal(t('offers.failedTitle'), error),
    onSettled: () => {
      void utils.tasks.listAffiliateLinks.invalidate()
      void utils.partners.listClicks.invalidate()
    },
  })
  const open = useSingleFlight(async () => {
    await opening.mutateAsync({ id }).catch(() => undefined)
  })
  return { open, blockedUrl, isPending: opening.isPending }
}
