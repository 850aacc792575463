import type { VideoTask } from '@chuma/contract/tasks/tasks'
import { Button, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useId } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { ExternalLink } from '../../ui/actions/external-link.tsx'
import blocks from '../../ui/blocks.module.css'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import { useDescribePoints } from '../../wallet/use-describe-points.ts'
import { useRefreshPoints } from '../../wallet/use-refresh-points.ts'
import { TaskCard } from '../task-card.tsx'
import { useShowRefusal } from '../use-show-refusal.ts'
import { DoneBadge } from './done-badge.tsx'
import { useOpenTask } from './use-open-task.ts'
import { useView } from './use-view.ts'
import { useViewedTasks } from './use-viewed-tasks.ts'
import { useWaitEnd } from './use-wait-end.ts'
import classes from './video-dialog.module.css'
import { ViewProgress } from './view-progress.tsx'

type Props = {
  video: VideoTask
  /** When the server answered, by this device's clock. */
  receivedAt: number
}

export function VideoCard({ video, receivedAt }: Props) {
  const t = useT()
  const titleId = useId()
  const [isShown, dialog] = useDisclosure(false)
  const view = useView(video, receivedAt)
  const opening = useOpenTask(t('videos.openFailedTitle'))
  const { claim, isPending } = useClaimVideo(video, { view, onClaimed: dialog.close })
  const { id, title, description, points, isDone, waitSeconds } = video

  const open = useSingleFlight(async (onOpened?: () => void) => {
    const opened = await opening.mutateAsync({ id }).catch(() => undefined)
    if (opened) onOpened?.()
  })
  const watch = () => {
    if (!view.isOpen) return open(dialog.open)
    dialog.open()
    open()
  }
  return (
    <TaskCard title={title} titleId={titleId} description={description} points={points} isDone={isDone}>
      {isDone ? (
        <DoneBadge />
      ) : (
        <>
          <Standing waitSeconds={waitSeconds} view={view} />
          {view.isReady && !isShown && (
            <Button loading={isPending} onClick={claim} aria-describedby={titleId}>
              {t('videos.claim')}
            </Button>
          )}
          <Button
            variant={view.isReady ? 'default' : 'filled'}
            loading={opening.isPending && !view.isOpen}
            onClick={watch}
            aria-describedby={titleId}
          >
            {t(view.isOpen ? 'videos.continue' : 'videos.watch')}
          </Button>
        </>
      )}
      <VideoDialog
        video={video}
        view={view}
        isOpen={isShown && !isDone}
        isClaiming={isPending}
        isOpening={opening.isPending}
        onClose={dialog.close}
        onClaim={claim}
        onOpen={() => open()}
      />
    </TaskCard>
  )
}

function Standing({ waitSeconds, view }: { waitSeconds: number; view: ReturnType<typeof useView> }) {
  const t = useT()
  if (!view.isOpen) return <p className={blocks.quiet}>{t('tasks.wait', { seconds: waitSeconds })}</p>
  return (
    <ViewProgress
      secondsLeft={view.secondsLeft}
      waitSeconds={waitSeconds}
      waiting={t('videos.waiting')}
      ready={t('videos.ready')}
    />
  )
}

/** A visible page notices the end of a wait within this time, also on a slow phone. */
const AT_ONCE_MS = 5000

type Claiming = { view: ReturnType<typeof useView>; onClaimed: () => void }

/**
 * Claim a watched video once: when its time is up while this page is visible (SPEC §4). Members who come back later have
 * a button.
 */
function useClaimVideo({ id, title }: VideoTask, { view, onClaimed }: Claiming) {
  const t = useT()
  const tasks = useViewedTasks()
  const describePoints = useDescribePoints()
  const refreshPoints = useRefreshPoints()
  const showRefusal = useShowRefusal()

  const claiming = trpc.tasks.watchVideo.useMutation({
    networkMode: 'always',
    onSuccess: ({ pointsEarned }) => {
      tasks.finish(id)
      onClaimed()
      const amount = describePoints(pointsEarned, { signed: true })
      showToast({
        kind: 'success',
        title: t('videos.earnedTitle'),
        message: t('videos.earned', { amount, title }),
      })
    },
    onError: (error) => showRefusal(t('videos.claimFailedTitle'), error),
    // Also after a refusal: too early, or claimed elsewhere; the list shows the current state.
    onSettled: () => {
      tasks.reload()
      refreshPoints()
    },
  })
  const claim = useSingleFlight(async () => {
    await claiming.mutateAsync({ id }).catch(() => undefined)
  })
  const { deadline, isReady } = view
  useWaitEnd(isReady, () => {
    const isSeen = document.visibilityState === 'visible' && Date.now() - (deadline ?? 0) < AT_ONCE_MS
    if (isSeen) claim()
  })
  return { claim, isPending: claiming.isPending }
}

type VideoDialogProps = {
  video: VideoTask
  view: ReturnType<typeof useView>
  isOpen: boolean
  isOpening: boolean
  isClaiming: boolean
  onOpen: () => void
  onClaim: () => void
  onClose: () => void
}

/** The player, the wait and the claim. Closing it does not stop the time, which the server counts. */
function VideoDialog({ video, view, isOpen, onClose, ...rest }: VideoDialogProps) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title={video.title}>
      <Stack>{view.isOpen ? <Watching video={video} view={view} {...rest} /> : <NotOpen {...rest} />}</Stack>
    </Dialog>
  )
}

type Watch = Pick<VideoDialogProps, 'video' | 'view' | 'isClaiming' | 'onClaim'>

function Watching({ video, view, isClaiming, onClaim }: Watch) {
  const t = useT()
  const { videoId, title, youtubeUrl, waitSeconds } = video
  return (
    <>
      {videoId && <VideoPlayer videoId={videoId} title={t('videos.player', { title })} />}
      <ExternalLink href={youtubeUrl}>{t('videos.newTab')}</ExternalLink>
      <ViewProgress
        secondsLeft={view.secondsLeft}
        waitSeconds={waitSeconds}
        waiting={t('videos.waiting')}
        ready={t('videos.ready')}
      />
      <Button fullWidth disabled={!view.isReady} loading={isClaiming} onClick={onClaim}>
        {t('videos.claim')}
      </Button>
    </>
  )
}

/** The server has not been told yet, or another video or ad has ended this view. */
function NotOpen({ isOpening, onOpen }: Pick<VideoDialogProps, 'isOpening' | 'onOpen'>) {
  const t = useT()
  return (
    <Button fullWidth loading={isOpening} onClick={onOpen}>
      {t('videos.watch')}
    </Button>
  )
}

const PLAYER = 'https://www.youtube-nocookie.com/embed'

/** The player runs in a sandboxed frame that can neither navigate nor access this page. */
function VideoPlayer({ videoId, title }: { videoId: string; title: string }) {
  return (
    <iframe
      className={classes.player}
      src={`${PLAYER}/${encodeURIComponent(videoId)}`}
      title={title}
      sandbox="allow-scripts allow-same-origin allow-presentation"
      allow="encrypted-media; fullscreen; picture-in-picture"
      // This site sends no referrer, without which the player refuses to run (error 153). It gets the origin, not the
      // page.
      referrerPolicy="strict-origin-when-cross-origin"
    />
  )
}
