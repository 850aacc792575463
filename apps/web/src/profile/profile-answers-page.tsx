import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { BackLink } from '../ui/page/back-link.tsx'
import { Page } from '../ui/page/page.tsx'
import { QueryView } from '../ui/states/query-view.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'
import { AnswerList } from './answer-list.tsx'
import { GroupList } from './group-list.tsx'
import { SharingSection } from './sharing-section.tsx'

/** What the member told about themselves: questions that pay, the answers, and with whom they are shared. */
export function ProfileAnswersPage() {
  const t = useT()
  const query = trpc.profile.getProfile.useQuery()
  return (
    <Page title={t('aboutYou.title')} lead={t('aboutYou.lead')}>
      <BackLink to="/profile">{t('aboutYou.back')}</BackLink>
      <QueryView query={query} skeleton={<Skeletons count={3} height={180} />}>
        {(overview) => (
          <div className={blocks.sections}>
            <GroupList overview={overview} />
            <AnswerList answers={overview.answers} />
            <SharingSection sharedSince={overview.sharedSince} />
          </div>
        )}
      </QueryView>
    </Page>
  )
}
