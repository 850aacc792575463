import type { VideoTask } from '@chuma/contract/tasks/tasks'
import { Button, Stack } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { ExternalLink } from '../../ui/actions/external-link.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import type { useView } from './use-view.ts'
import classes from './video-dialog.module.css'
import { ViewProgress } from './view-progress.tsx'

type Props = {
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
export function VideoDialog({ video, view, isOpen, onClose, ...rest }: Props) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title={video.title}>
      <Stack>{view.isOpen ? <Watching video={video} view={view} {...rest} /> : <NotOpen {...rest} />}</Stack>
    </Dialog>
  )
}

type Watch = Pick<Props, 'video' | 'view' | 'isClaiming' | 'onClaim'>

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
function NotOpen({ isOpening, onOpen }: Pick<Props, 'isOpening' | 'onOpen'>) {
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
