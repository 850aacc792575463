import type { AdTask, AffiliateLink } from '@chuma/contract/tasks/tasks'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { PremiumLock } from '../premium/premium-offer.tsx'
import { trpc } from '../trpc.ts'
import { ExternalLink, openTab } from '../ui/actions/external-link.tsx'
import { useAction } from '../ui/actions/use-action.ts'
import blocks from '../ui/blocks.module.css'
import { TimeAgo } from '../ui/figures/time-ago.tsx'
import { useDescribePoints, useRefreshPoints } from '../wallet/movements.tsx'
import offersSectionClasses from './task-card.module.css'
import classes from './task-section.module.css'
import { Instructions, TaskCard, TaskSection, useNoticeLapse } from './task-section.tsx'
import {
  DoneBadge,
  useOpenTask,
  useView,
  useViewedTasks,
  useWaitEnd,
  VideoCard,
  ViewProgress,
} from './views/video-card.tsx'

/** The tasks that are watched or visited. */
export function EarnTab({ isPremium }: { isPremium: boolean }) {
  return (
    <div className={classes.sections}>
      <VideosSection isPremium={isPremium} />
      <AdsSection isPremium={isPremium} />
      <OffersSection />
    </div>
  )
}

export function AdsSection({ isPremium }: { isPremium: boolean }) {
  const t = useT()
  return isPremium ? <Ads /> : <PremiumLock title={t('ads.lockedTitle')} text={t('ads.lockedText')} />
}

function Ads() {
  const t = useT()
  const ads = trpc.tasks.listAdTasks.useQuery(undefined, { staleTime: 0, refetchOnWindowFocus: true })
  useNoticeLapse(ads.error)
  return (
    <TaskSection
      id="ads-title"
      title={t('activityKind.ad')}
      lead={t('ads.lead')}
      query={ads}
      empty={{ title: t('ads.emptyTitle'), text: t('ads.emptyText') }}
    >
      {(ad) => <AdCard ad={ad} receivedAt={ads.dataUpdatedAt} />}
    </TaskSection>
  )
}

/** Affiliate links. Only the partner knows what members do there. */
export function OffersSection() {
  const t = useT()
  const offers = trpc.tasks.listAffiliateLinks.useQuery(undefined, { staleTime: 0 })
  return (
    <TaskSection
      id="offers-title"
      title={t('offers.title')}
      lead={t('offers.lead')}
      query={offers}
      empty={{ title: t('offers.emptyTitle'), text: t('offers.emptyText') }}
      footer={
        <p className={offersSectionClasses.clicks}>
          {t('offers.clicksText')}{' '}
          <Link to="/clicks" className={blocks.link}>
            {t('word.myClicks')}
          </Link>
        </p>
      }
    >
      {(offer) => <OfferCard offer={offer} />}
    </TaskSection>
  )
}

export function VideosSection({ isPremium }: { isPremium: boolean }) {
  const t = useT()
  return isPremium ? (
    <Videos />
  ) : (
    <PremiumLock title={t('videos.lockedTitle')} text={t('videos.lockedText')} />
  )
}

function Videos() {
  const t = useT()
  const videos = trpc.tasks.listVideoTasks.useQuery(undefined, { staleTime: 0, refetchOnWindowFocus: true })
  useNoticeLapse(videos.error)
  return (
    <TaskSection
      id="videos-title"
      title={t('activityKind.video')}
      lead={t('videos.lead')}
      query={videos}
      empty={{ title: t('videos.emptyTitle'), text: t('videos.emptyText') }}
    >
      {(video) => <VideoCard video={video} receivedAt={videos.dataUpdatedAt} />}
    </TaskSection>
  )
}

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
  const [blockedUrl, setBlockedUrl] = useState<string | null>(null)
  const opening = useAction(trpc.tasks.openLink, {
    onDone: ({ url }) => setBlockedUrl(openTab(url) ? null : url),
    failure: { title: t('offers.failedTitle'), offline: t('earn.offline') },
    onEnd: () => {
      void utils.tasks.listAffiliateLinks.invalidate()
      void utils.partners.listClicks.invalidate()
    },
  })
  return { open: () => opening.run({ id }), blockedUrl, isPending: opening.isPending }
}

type Props = {
  ad: AdTask
  /** When the server answered, by this device's clock. */
  receivedAt: number
}

export function AdCard({ ad, receivedAt }: Props) {
  const t = useT()
  const titleId = useId()
  const view = useView(ad, receivedAt)
  const { id, title, description, points, isDone, waitSeconds, targetUrl } = ad
  return (
    <TaskCard title={title} titleId={titleId} description={description} points={points} isDone={isDone}>
      {isDone && <DoneBadge />}
      {!isDone && !view.isOpen && (
        <>
          <p className={blocks.quiet}>{t('tasks.wait', { seconds: waitSeconds })}</p>
          <VisitButton id={id} targetUrl={targetUrl} titleId={titleId} />
        </>
      )}
      {!isDone && view.isOpen && <Visit ad={ad} view={view} titleId={titleId} />}
    </TaskCard>
  )
}

type Visiting = Pick<AdTask, 'id' | 'targetUrl'> & { titleId: string }

function VisitButton({ id, targetUrl, titleId }: Visiting) {
  const t = useT()
  const opening = useOpenTask(t('ads.openFailedTitle'))
  // If the browser blocks the tab, the link below the countdown remains.
  const visit = () => opening.run({ id }, () => openTab(targetUrl))
  return (
    <Button loading={opening.isPending} onClick={visit} aria-describedby={titleId}>
      {t('ads.visit')}
    </Button>
  )
}

/** The ad is open in its own tab; the countdown runs here. */
function Visit({ ad, view, titleId }: { ad: AdTask; view: ReturnType<typeof useView>; titleId: string }) {
  const t = useT()
  const { report, isPending } = useReportAd(ad, view)
  return (
    <>
      <ViewProgress
        secondsLeft={view.secondsLeft}
        waitSeconds={ad.waitSeconds}
        waiting={t('ads.waiting')}
        ready={t('ads.ready')}
      />
      {view.isReady && (
        <Button loading={isPending} onClick={report} aria-describedby={titleId}>
          {t('ads.collect')}
        </Button>
      )}
      <ExternalLink href={ad.targetUrl}>{t('ads.again')}</ExternalLink>
    </>
  )
}

/**
 * Report the time spent once the wait is over (SPEC §4). Reports automatically only if this page saw the wait end; an
 * ad opened earlier waits for the member to collect it.
 */
export function useReportAd({ id, title, waitSeconds }: AdTask, view: ReturnType<typeof useView>) {
  const t = useT()
  const tasks = useViewedTasks()
  const describePoints = useDescribePoints()
  const refreshPoints = useRefreshPoints()

  const reporting = useAction(trpc.tasks.clickAd, {
    onDone: ({ completed }) => completed && tasks.finish(id),
    done: ({ completed, pointsEarned }) => {
      if (!completed) return { kind: 'info', title: t('ads.recordedTitle'), message: t('ads.recorded') }
      const amount = describePoints(pointsEarned, { signed: true })
      return { title: t('word.pointsEarned'), message: t('ads.earned', { amount, title }) }
    },
    failure: { title: t('ads.reportFailedTitle'), offline: t('earn.offline') },
    // Too early, or counted elsewhere: the list shows the current state.
    onEnd: () => {
      tasks.reload()
      refreshPoints()
    },
  })
  const { deadline, isReady } = view
  const report = () => {
    const overtime = deadline === null ? 0 : (Date.now() - deadline) / 1000
    reporting.run({ id, timeSpent: Math.round(waitSeconds + overtime) })
  }

  useWaitEnd(isReady, report)
  return { report, isPending: reporting.isPending }
}
