import type { VideoTask } from '@chuma/contract/tasks/tasks'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useId } from 'react'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import { TaskCard } from '../task-card.tsx'
import { DoneBadge } from './done-badge.tsx'
import { useClaimVideo } from './use-claim-video.ts'
import { useOpenTask } from './use-open-task.ts'
import { useView } from './use-view.ts'
import { VideoDialog } from './video-dialog.tsx'
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
