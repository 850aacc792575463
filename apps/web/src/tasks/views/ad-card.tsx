import type { AdTask } from '@chuma/contract/tasks/tasks'
import { Button } from '@mantine/core'
import { useId } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { ExternalLink } from '../../ui/actions/external-link.tsx'
import { openTab } from '../../ui/actions/open-tab.ts'
import blocks from '../../ui/blocks.module.css'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import { TaskCard } from '../task-card.tsx'
import { DoneBadge } from './done-badge.tsx'
import { useOpenTask } from './use-open-task.ts'
import { useReportAd } from './use-report-ad.ts'
import { useView } from './use-view.ts'
import { ViewProgress } from './view-progress.tsx'

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
  const visit = useSingleFlight(async () => {
    const view = await opening.mutateAsync({ id }).catch(() => undefined)
    // If the browser blocks the tab, the link below the countdown remains.
    if (view) openTab(targetUrl)
  })
  return (
    <Button loading={opening.isPending} onClick={visit} aria-describedby={titleId}>
      {t('ads.visit')}
    </Button>
  )
}

type VisitProps = { ad: AdTask; view: ReturnType<typeof useView>; titleId: string }

/** The ad is open in its own tab; the countdown runs here. */
function Visit({ ad, view, titleId }: VisitProps) {
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
