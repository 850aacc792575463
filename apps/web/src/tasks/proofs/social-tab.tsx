import { useT } from '../../i18n/use-t.ts'
import { PremiumLock } from '../../premium/premium-lock.tsx'
import { trpc } from '../../trpc.ts'
import classes from '../task-section.module.css'
import { TaskSection } from '../task-section.tsx'
import { useNoticeLapse } from '../use-notice-lapse.ts'
import { ProvenTaskCard } from './proven-task-card.tsx'

/** Tasks that members prove. */
export function SocialTab({ isPremium }: { isPremium: boolean }) {
  const t = useT()
  return (
    <div className={classes.sections}>
      {isPremium ? (
        <SocialTasks />
      ) : (
        <PremiumLock title={t('social.lockedTitle')} text={t('social.lockedText')} />
      )}
      <MicroJobs />
    </div>
  )
}

/** Refetched on return, because staff decide at any time. */
const LIVELY = { staleTime: 0, refetchOnWindowFocus: true }

function SocialTasks() {
  const t = useT()
  const tasks = trpc.tasks.listSocialTasks.useQuery(undefined, LIVELY)
  useNoticeLapse(tasks.error)
  return (
    <TaskSection
      id="social-title"
      title={t('social.title')}
      lead={t('social.lead')}
      query={tasks}
      empty={{ title: t('social.emptyTitle'), text: t('social.emptyText') }}
    >
      {(task) => <ProvenTaskCard task={task} />}
    </TaskSection>
  )
}

function MicroJobs() {
  const t = useT()
  const jobs = trpc.tasks.listMicroJobs.useQuery(undefined, LIVELY)
  return (
    <TaskSection
      id="micro-jobs-title"
      title={t('microJobs.title')}
      lead={t('microJobs.lead')}
      query={jobs}
      empty={{ title: t('microJobs.emptyTitle'), text: t('microJobs.emptyText') }}
    >
      {(task) => <ProvenTaskCard task={task} />}
    </TaskSection>
  )
}
