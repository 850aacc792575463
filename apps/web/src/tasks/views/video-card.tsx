import type { AdTask, TaskView, VideoTask } from '@chuma/contract/tasks/tasks'
import { Button, Stack, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useId, useReducer, useRef, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { ExternalLink } from '../../ui/actions/external-link.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { useDescribePoints, useRefreshPoints } from '../../wallet/movements.tsx'
import viewProgressClasses from '../task-card.module.css'
import { TaskCard } from '../task-section.tsx'
import classes from './video-card.module.css'

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

  const open = (onOpened?: () => void) => opening.run({ id }, onOpened)
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

  const claiming = useAction(trpc.tasks.watchVideo, {
    onDone: () => {
      tasks.finish(id)
      onClaimed()
    },
    done: ({ pointsEarned }) => ({
      title: t('word.pointsEarned'),
      message: t('ads.earned', { amount: describePoints(pointsEarned, { signed: true }), title }),
    }),
    failure: { title: t('videos.claimFailedTitle'), offline: t('earn.offline') },
    // Also after a refusal: too early, or claimed elsewhere; the list shows the current state.
    onEnd: () => {
      tasks.reload()
      refreshPoints()
    },
  })
  const claim = () => claiming.run({ id })
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

export function DoneBadge() {
  const t = useT()
  return (
    <StatusBadge tone="good" Icon={IconCheck}>
      {t('tasks.doneToday')}
    </StatusBadge>
  )
}

/** Tell the server that a video or an ad is now on screen. */
export function useOpenTask(failedTitle: string) {
  const t = useT()
  const tasks = useViewedTasks()
  return useAction(trpc.tasks.openTask, {
    onDone: (view, { id }) => tasks.open(id, view),
    failure: { title: failedTitle, offline: t('earn.offline') },
    onFailed: tasks.reload,
  })
}

type Viewed = { id: string; isDone: boolean } & { [Key in keyof TaskView]: TaskView[Key] | null }

const CLOSED = { openedAt: null, readyAt: null, secondsLeft: null }

/** Update the cached lists of videos and ads with the server's answer about one of them. */
export function useViewedTasks() {
  const utils = trpc.useUtils()
  const change = (update: <Task extends Viewed>(task: Task) => Task) => {
    utils.tasks.listVideoTasks.setData(undefined, (tasks) => tasks?.map(update))
    utils.tasks.listAdTasks.setData(undefined, (tasks) => tasks?.map(update))
  }
  return {
    /** Opening one ends every other view: nobody watches two at once. */
    open: (id: string, view: TaskView) =>
      change((task) => ({ ...task, ...(task.id === id ? view : CLOSED) })),
    finish: (id: string) => change((task) => (task.id === id ? { ...task, ...CLOSED, isDone: true } : task)),
    reload: () => {
      void utils.tasks.listVideoTasks.invalidate()
      void utils.tasks.listAdTasks.invalidate()
    },
  }
}

type UseViewViewed = Pick<VideoTask | AdTask, 'secondsLeft'>

/**
 * A member's progress with a video or an ad. The server's answer says how many seconds are left; from then on this
 * device counts, so that a wrong clock does not matter.
 */
export function useView({ secondsLeft }: UseViewViewed, receivedAt: number) {
  const deadline = secondsLeft === null ? null : receivedAt + secondsLeft * 1000
  const left = useSecondsLeft(deadline)
  return { deadline, secondsLeft: left, isOpen: deadline !== null, isReady: deadline !== null && left === 0 }
}

/** Often enough that no second seems to last two. */
const TICK_MS = 250

/** Whole seconds until a moment of this device's clock. After sleeping, a tab shows the correct value at once. */
function useSecondsLeft(deadline: number | null): number {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0)
  useEffect(() => {
    if (deadline === null || deadline <= Date.now()) return
    const timer = setInterval(() => {
      tick()
      if (deadline <= Date.now()) clearInterval(timer)
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [deadline])
  return deadline === null ? 0 : Math.max(0, Math.ceil((deadline - Date.now()) / 1000))
}

/** Act when a wait that this page saw is over; one that was over before it opened is left to the member. */
export function useWaitEnd(isReady: boolean, act: () => void): void {
  const sawWait = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per wait, however often the page renders
  useEffect(() => {
    if (!isReady) sawWait.current = true
    else if (sawWait.current) {
      sawWait.current = false
      act()
    }
  }, [isReady])
}

type ViewProgressProps = { secondsLeft: number; waitSeconds: number; waiting: string; ready: string }

/** The progress of the wait, and what to do during and after it. */
export function ViewProgress({ secondsLeft, waitSeconds, waiting, ready }: ViewProgressProps) {
  return (
    <div className={viewProgressClasses.progress}>
      <Countdown secondsLeft={secondsLeft} totalSeconds={waitSeconds} />
      <p>{secondsLeft === 0 ? ready : waiting}</p>
    </div>
  )
}

/** The ring's circumference is 100, so that its dashes are percentages. */
const WHOLE = 100

/** A ring that fills as time passes, with the seconds inside. Announced only at start and end. */
function Countdown({ secondsLeft, totalSeconds }: { secondsLeft: number; totalSeconds: number }) {
  const t = useT()
  const [first] = useState(secondsLeft)
  const isOver = secondsLeft === 0
  const share = totalSeconds > 0 ? Math.min(1, Math.max(0, 1 - secondsLeft / totalSeconds)) : 1
  return (
    <>
      <div className={classes.countdown} data-over={isOver || undefined}>
        <svg viewBox="0 0 100 100" className={classes.ring} aria-hidden="true">
          <circle cx="50" cy="50" r="44" className={classes.track} />
          <circle
            cx="50"
            cy="50"
            r="44"
            pathLength={WHOLE}
            strokeDasharray={WHOLE}
            strokeDashoffset={WHOLE * (1 - share)}
            className={classes.passed}
          />
        </svg>
        {isOver ? (
          <IconCheck className={classes.check} aria-hidden />
        ) : (
          <span className={classes.seconds} role="timer" aria-label={t('countdown.label')}>
            {secondsLeft}
          </span>
        )}
      </div>
      <VisuallyHidden role="status">
        {isOver ? t('ads.ready') : t('countdown.started', { seconds: first })}
      </VisuallyHidden>
    </>
  )
}
