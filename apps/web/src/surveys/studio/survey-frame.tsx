import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import type { StaffProcedure } from '@chuma/contract/admin/staff-permissions.gen'
import type { SurveyKind } from '@chuma/contract/surveys/surveys'
import { IconClipboardOff } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { codeOf, trpc } from '../../trpc.ts'
import { mayCall } from '../../ui/frame/access.ts'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import { BackLink } from '../../ui/page/back-link.tsx'
import { useShowActiveTab } from '../../ui/page/page.tsx'
import { MessageState } from '../../ui/states/states.tsx'
import classes from './studio.module.css'

/** The pages of one survey, in the order in which it is made. Only a survey with our own questions has all of them. */
const PAGES = [
  { name: 'build', to: '/admin/surveys/$surveyId/build', opensWith: 'admin.getQuestionnaire', isOurs: true },
  {
    name: 'audience',
    to: '/admin/surveys/$surveyId/audience',
    opensWith: 'admin.getEligibility',
    isOurs: false,
  },
  { name: 'quotas', to: '/admin/surveys/$surveyId/quotas', opensWith: 'admin.getQuotas', isOurs: true },
  { name: 'publish', to: '/admin/surveys/$surveyId/publish', opensWith: 'admin.getSurvey', isOurs: false },
  {
    name: 'results',
    to: '/admin/surveys/$surveyId/results',
    opensWith: 'admin.getSurveyResults',
    isOurs: true,
  },
] as const satisfies readonly { name: string; to: string; opensWith: StaffProcedure; isOurs: boolean }[]

type Props = { surveyId: string; children: (staff: SignedInStaffMember) => ReactNode }

/** Every page about one survey: its title, and the way to the others. */
export function SurveyFrame({ surveyId, children }: Props) {
  const t = useT()
  const mayRead = trpc.admin.getStaffMember.useQuery(undefined, { enabled: false }).data !== undefined
  const survey = trpc.admin.getSurvey.useQuery({ id: surveyId }, { enabled: mayRead })
  return (
    <AdminFrame title={survey.data?.title ?? t('studio.title')}>
      {(staff) => (
        <>
          <BackLink to="/admin/surveys">{t('results.back')}</BackLink>
          {codeOf(survey.error) === 'SURVEY_NOT_FOUND' ? (
            <MessageState
              icon={<IconClipboardOff />}
              title={t('studio.goneTitle')}
              text={t('results.goneText')}
            />
          ) : (
            <>
              <Pages {...{ surveyId, staff }} kind={survey.data?.kind} />
              {children(staff)}
            </>
          )}
        </>
      )}
    </AdminFrame>
  )
}

type PagesProps = { surveyId: string; staff: SignedInStaffMember; kind: SurveyKind | undefined }

function Pages({ surveyId, staff, kind }: PagesProps) {
  const t = useT()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const row = useShowActiveTab(`${path} ${kind}`)
  const pages = PAGES.filter(
    ({ opensWith, isOurs }) => mayCall(staff, opensWith) && (!isOurs || kind !== 'external'),
  )
  return (
    <nav className={classes.tabs} aria-label={t('studio.pages')} ref={row}>
      {pages.map(({ name, to }) => (
        <Link key={name} to={to} params={{ surveyId }} activeOptions={{ includeSearch: false }}>
          {t(`studio.page.${name}`)}
        </Link>
      ))}
    </nav>
  )
}
