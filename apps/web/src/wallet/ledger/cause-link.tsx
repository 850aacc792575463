import type { Activity } from '@chuma/contract/wallet/activity'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import classes from './activity-page.module.css'

/** Links a line to what caused it, if that has a page. */
export function CauseLink({ line: { kind, causeId } }: { line: Activity }) {
  const t = useT()
  const surveys = trpc.surveys.listUserSurveys.useQuery(undefined, { enabled: kind === 'survey' })
  switch (kind) {
    case 'hold':
    case 'release':
    case 'payout':
    case 'payout-returned':
    case 'payout-late':
    case 'payout-duplicate':
      return (
        <Link to="/withdraw" className={classes.cause}>
          {t('activity.toWithdrawals')}
        </Link>
      )
    case 'survey': {
      if (!causeId || !surveys.data) return null
      // A partner's survey is paid for a click, not for the survey itself.
      const isOurs = surveys.data.some(({ surveyId }) => surveyId === causeId)
      return isOurs ? <SurveyLink surveyId={causeId} /> : <ClicksLink />
    }
    case 'referral':
      return (
        <Link to="/invite" className={classes.cause}>
          {t('activity.toFriends')}
        </Link>
      )
    case 'offer':
    case 'claim':
    case 'reversal':
      return causeId && <ClicksLink />
    default:
      return null
  }
}

function SurveyLink({ surveyId }: { surveyId: string }) {
  const t = useT()
  return (
    <Link to="/survey/$surveyId" params={{ surveyId }} className={classes.cause}>
      {t('activity.toSurvey')}
    </Link>
  )
}

function ClicksLink() {
  const t = useT()
  return (
    <Link to="/clicks" className={classes.cause}>
      {t('activity.toClicks')}
    </Link>
  )
}
