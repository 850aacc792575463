import { useT } from '../../i18n/use-t.ts'
import { PremiumLock } from '../../premium/premium-lock.tsx'
import { trpc } from '../../trpc.ts'
import { TaskSection } from '../task-section.tsx'
import { useNoticeLapse } from '../use-notice-lapse.ts'
import { VideoCard } from './video-card.tsx'

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
      title={t('videos.title')}
      lead={t('videos.lead')}
      query={videos}
      empty={{ title: t('videos.emptyTitle'), text: t('videos.emptyText') }}
    >
      {(video) => <VideoCard video={video} receivedAt={videos.dataUpdatedAt} />}
    </TaskSection>
  )
}
