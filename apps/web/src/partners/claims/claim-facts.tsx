import type { ClaimDetail } from '@chuma/contract/partners/partners'
import { Link } from '@tanstack/react-router'
import { actorName } from '../../admin/actor-name.ts'
import sheet from '../../admin/figures.module.css'
import classes from '../../admin/list.module.css'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { PointsAmount } from '../../wallet/points-amount.tsx'
import { AdminClaimState } from './admin-claim-state.tsx'

export function ClaimFacts({ claim }: Pick<ClaimDetail, 'claim'>) {
  const t = useT()
  const { state, note, memberId, userEmail, promisedPoints, reference, clickedAt } = claim
  const { decidedBy, decidedAt, reason } = claim
  return (
    <>
      <AdminClaimState state={state} />
      <dl className={sheet.facts}>
        <div>
          <dt>{t('claims.member')}</dt>
          <dd>
            <Link to="/admin/members/$memberId" params={{ memberId }} className={blocks.link}>
              {userEmail}
            </Link>
          </dd>
        </div>
        <div>
          <dt>{t('claims.partner')}</dt>
          <dd>{claim.partnerName ?? t('claims.noPartner')}</dd>
        </div>
        <div>
          <dt>{t('claims.clicked')}</dt>
          <dd>{formatDateTime(clickedAt)}</dd>
        </div>
        <div>
          <dt>{t('claims.promised')}</dt>
          <dd>
            {promisedPoints > 0 ? <PointsAmount points={promisedPoints} /> : t('claims.promisedNothing')}
          </dd>
        </div>
        <div>
          <dt>{t('claims.reference')}</dt>
          <dd>{reference}</dd>
        </div>
      </dl>
      <div className={classes.letter}>
        <p className={blocks.quiet}>{t('claims.note')}</p>
        <p className={classes.words}>{note || t('claims.noNote')}</p>
      </div>
      {decidedBy && decidedAt && (
        <p className={classes.words}>
          {t('claims.decidedBy', {
            name: actorName(t, decidedBy),
            time: formatDateTime(decidedAt),
            reason: reason ?? '',
          })}
        </p>
      )}
    </>
  )
}
