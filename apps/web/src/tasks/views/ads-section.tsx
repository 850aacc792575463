import { useT } from '../../i18n/use-t.ts'
import { PremiumLock } from '../../premium/premium-lock.tsx'
import { trpc } from '../../trpc.ts'
import { TaskSection } from '../task-section.tsx'
import { useNoticeLapse } from '../use-notice-lapse.ts'
import { AdCard } from './ad-card.tsx'

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
      title={t('ads.title')}
      lead={t('ads.lead')}
      query={ads}
      empty={{ title: t('ads.emptyTitle'), text: t('ads.emptyText') }}
    >
      {(ad) => <AdCard ad={ad} receivedAt={ads.dataUpdatedAt} />}
    </TaskSection>
  )
}
